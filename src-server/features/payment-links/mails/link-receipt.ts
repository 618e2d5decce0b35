import type { MailRow } from '#db/tables/mail-tables.ts'
import type { TransactionRow } from '#db/tables.ts'
import type { World } from '#server/core/context.ts'
import { type ActingMerchant, isKnownSender } from '#server/core/merchant.ts'
import type { Letter, MailDraft } from '#server/core/ports/mailer.ts'
import { customerMailing } from '#server/features/merchants/customer-mails.ts'
import { findLinkAnswers } from '#server/features/payment-links/links.queries.ts'
import { findLook, type LookRow } from '#server/services/looks/looks.queries.ts'
import { letterOf } from '#server/services/mail/letter.ts'
import { queueMail, sealedMail } from '#server/services/mail/queue-mail.ts'
import { receiptUrl } from '#server/services/receipts/receipt-token.ts'
import { toIso } from '#server/shared/day.ts'
import type { MailLanguage } from '#server/shared/language.ts'
import { receiptWords } from '#server/shared/looks/receipt-words.ts'
import { moneyFormat } from '#server/shared/money/currencies.ts'
import { decimalFromMinor } from '#server/shared/money/money.ts'
import { quotedName } from '#server/shared/text/quoted-name.ts'

const words = {
  it: {
    locale: 'it-IT',
    subject: (amount: string, name: string) => `Pagamento di ${amount} a ${name}`,
    plainSubject: (amount: string) => `Ricevuta di un pagamento di ${amount}`,
    test: (subject: string) => `[Prova] ${subject}`,
    testNote: 'Questa è una prova: non si è mosso denaro.',
    heading: 'Ricevuta di pagamento — documento non fiscale',
    opening: (amount: string, name: string) => `«${name}» ha ricevuto ${amount}. Grazie!`,
    fields: ['Attività', 'Causale', 'Importo', 'Riferimento', 'Data'],
    support: (email: string) => `Domande? Scrivi a ${email}`,
    sentFor: (name: string) => `Inviato da Incasso per conto di «${name}».`,
  },
  en: {
    locale: 'en-US',
    subject: (amount: string, name: string) => `Payment of ${amount} to ${name}`,
    plainSubject: (amount: string) => `Receipt of a payment of ${amount}`,
    test: (subject: string) => `[Test] ${subject}`,
    testNote: 'This is a test: no money has moved.',
    heading: 'Payment receipt — not a tax document',
    opening: (amount: string, name: string) => `“${name}” has received ${amount}. Thank you!`,
    fields: ['Business', 'What for', 'Amount', 'Reference', 'Date'],
    support: (email: string) => `Questions? Write to ${email}`,
    sentFor: (name: string) => `Sent by Incasso on behalf of “${name}”.`,
  },
}

type PaidRow = Pick<
  TransactionRow,
  'merchantId' | 'id' | 'transactionId' | 'customerEmail' | 'amount' | 'currency' | 'description'
>
type Paid = { merchant: ActingMerchant; row: PaidRow }
type Told = { language: MailLanguage; at: string }

/**
 * Data of a receipt mail. It has no logo, because a mail loads nothing. Its only URL is the receipt's, because the mail
 * may reach strangers.
 */
type Shown = Paid & { look: LookRow; url: string }

/**
 * Queues a receipt for the payer of a link's payment, in the language of the page where they paid. Call it in the
 * transaction of the outcome, which has locked the merchant. A payment gets one receipt, however often its outcome is
 * recorded.
 */
export async function sendLinkReceipt(
  inner: World,
  { merchant, row }: { merchant: ActingMerchant; row: TransactionRow },
): Promise<void> {
  const { merchantId, id, customerId, linkId, status } = row
  if (!linkId || status !== 'success') return
  const kept = await findLinkAnswers(inner.db, { merchantId, transactionId: id })
  const language = kept?.language ?? merchant.customerMails.language
  const at = row.settledAt ?? toIso(inner.now())
  const draft = await receiptDraft(inner, { merchant, row }, { language, at })
  if (draft) await queueMail(inner, { ...draft, customerId })
}

/** Returns the sealed receipt of a payment that another thread is about to store together with its outcome. */
export async function sealedLinkReceipt(
  world: World,
  { merchant, row }: Paid,
  told: Told,
): Promise<MailRow | null> {
  const draft = await receiptDraft(world, { merchant, row }, told)
  return draft ? sealedMail(world, draft) : null
}

async function receiptDraft(
  world: World,
  { merchant, row }: Paid,
  told: Told,
): Promise<MailDraft | undefined> {
  const { merchantId, id, customerEmail: email } = row
  // Storing the mail checks whether the customer is erased.
  const mailing = await customerMailing(world, merchant, { email, isErased: false })
  if (mailing !== 'sent' && mailing !== 'printed') return undefined
  const look = await findLook(world.db, { merchantId })
  const url = receiptUrl(world, { merchantId, id }, told.language)
  return {
    kind: 'payment_receipt',
    to: email,
    language: told.language,
    letter: receiptLetter({ merchant, row, look, url }, told),
    merchantId,
    objectId: id,
  }
}

function receiptLetter({ merchant, row, look, url }: Shown, { language, at }: Told): Letter {
  const of = words[language]
  const { supportEmail: support, accent } = look
  const { timezone: timeZone, businessName, mode } = merchant
  // Intl takes the decimal text itself, so no float can round it.
  const amount = new Intl.NumberFormat(of.locale, moneyFormat(row.currency)).format(
    decimalFromMinor(row.amount) as Intl.StringNumericLiteral,
  )
  const name = quotedName(businessName)
  const date = new Intl.DateTimeFormat(of.locale, { timeZone, dateStyle: 'long' })
  const subject = isKnownSender(merchant) ? of.subject(amount, name) : of.plainSubject(amount)
  const values = [
    name,
    quotedName(row.description ?? ''),
    amount,
    row.transactionId,
    date.format(new Date(at)),
  ]
  return letterOf({
    language,
    subject: mode === 'test' ? of.test(subject) : subject,
    heading: of.heading,
    opening: [of.opening(amount, name), ...(mode === 'test' ? [of.testNote] : [])],
    fields: of.fields.map((label, index) => [label, values[index] ?? ''] as const),
    closing: [...(support === null ? [] : [of.support(support)]), of.sentFor(name)],
    link: { text: receiptWords[language].open, url },
    accent,
  })
}
