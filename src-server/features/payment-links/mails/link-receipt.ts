import type { MailRow } from '#db/tables/mail-tables.ts'
import type { Db, TransactionRow } from '#db/tables.ts'
import type { World } from '#server/core/context.ts'
import { type ActingMerchant, isVerifiedSender } from '#server/core/merchant.ts'
import type { Letter, MailDraft } from '#server/core/ports/mailer.ts'
import { decideCustomerMailing } from '#server/features/merchants/customer-mails.ts'
import { type ChosenLines, chosenLinesIn } from '#server/features/payment-links/link-payments.ts'
import { findLinkAnswers } from '#server/features/payment-links/links.queries.ts'
import { type BrandingRow, findBranding } from '#server/services/branding/branding.queries.ts'
import { composeLetter } from '#server/services/mail/letter.ts'
import { queueMail, sealMail } from '#server/services/mail/queue-mail.ts'
import { receiptUrl } from '#server/services/receipts/receipt-token.ts'
import { receiptWords } from '#server/shared/branding/receipt-words.ts'
import { toIso } from '#server/shared/day.ts'
import type { MailLanguage } from '#server/shared/language.ts'
import type { Minor } from '#server/shared/money/money.ts'
import { moneyText } from '#server/shared/money/money-text.ts'
import { quotedName } from '#server/shared/text/quoted-name.ts'
import { purchaseFields } from '../payer/purchase-fields.ts'

const words = {
  it: {
    locale: 'it-IT',
    subject: (amount: string, name: string) => `Pagamento di ${amount} a ${name}`,
    plainSubject: (amount: string) => `Ricevuta di un pagamento di ${amount}`,
    test: (subject: string) => `[Prova] ${subject}`,
    testNote: 'Ambiente di prova: nessun movimento di denaro.',
    heading: 'Ricevuta di pagamento — documento non fiscale',
    opening: (amount: string, name: string) => `«${name}» ha ricevuto ${amount}. Grazie!`,
    fields: ['Attività', 'Causale', 'Importo', 'Riferimento', 'Data'] as const,
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
    fields: ['Business', 'What for', 'Amount', 'Reference', 'Date'] as const,
    support: (email: string) => `Questions? Write to ${email}`,
    sentFor: (name: string) => `Sent by Incasso on behalf of “${name}”.`,
  },
}

type PaidRow = Pick<
  TransactionRow,
  'merchantId' | 'id' | 'transactionId' | 'customerEmail' | 'amount' | 'currency' | 'description'
> &
  // Missing for a payment that is about to be stored: it has no refunds.
  Partial<Pick<TransactionRow, 'amountRefunded'>>
type PaidOrder = { merchant: ActingMerchant; row: PaidRow; chosen: ChosenLines }
type MailContext = { language: MailLanguage; at: string }

/**
 * Data of a receipt mail. It has no logo, because a mail loads nothing. Its only URL is the receipt's, because the mail
 * may reach strangers.
 */
type ReceiptContent = PaidOrder & { branding: BrandingRow; url: string }

/**
 * Queues a receipt for the payer of a link's payment, in the language of the page where they paid. Call it in the
 * transaction of the outcome, which has locked the merchant. A payment gets one receipt, however often its outcome is
 * recorded.
 */
export async function sendLinkReceipt(
  inner: World,
  { merchant, row }: { merchant: ActingMerchant; row: TransactionRow },
): Promise<void> {
  const { customerId, linkId, status } = row
  if (!linkId || status !== 'success') return
  if (!(await mayMail(inner, { merchant, row }))) return
  const { language, chosen } = await findReceiptChoices(inner.db, { merchant, row })
  const at = row.settledAt ?? toIso(inner.now())
  const draft = await draftReceipt(inner, { merchant, row, chosen }, { language, at })
  await queueMail(inner, { ...draft, customerId })
}

type ReceiptChoices = { language: MailLanguage; chosen: ChosenLines }

/**
 * Returns the language in which the payer paid, and the quantities and tip that they chose. A payment without a link
 * has the language that it was created with, or the language of mails to customers. It has no quantities and no tip.
 */
export async function findReceiptChoices(
  db: Db,
  {
    merchant,
    row,
  }: { merchant: ActingMerchant; row: Pick<TransactionRow, 'merchantId' | 'id' | 'locale'> },
): Promise<ReceiptChoices> {
  const { merchantId, id: transactionId } = row
  const answersRow = await findLinkAnswers(db, { merchantId, transactionId })
  return {
    language: answersRow?.language ?? row.locale ?? merchant.customerMails.language,
    chosen: chosenLinesIn(answersRow),
  }
}

/** Returns the encrypted receipt mail of a payment that another thread is about to store together with its outcome. */
export async function sealLinkReceipt(
  world: World,
  order: PaidOrder,
  mailContext: MailContext,
): Promise<MailRow | null> {
  if (!(await mayMail(world, order))) return null
  return sealMail(world, await draftReceipt(world, order, mailContext))
}

async function mayMail(
  world: World,
  { merchant, row }: Pick<PaidOrder, 'merchant' | 'row'>,
): Promise<boolean> {
  const { customerEmail: email } = row
  // Storing the mail checks whether the customer is erased.
  const mailing = await decideCustomerMailing(world, merchant, { email, isErased: false })
  return mailing === 'sent' || mailing === 'printed'
}

/** Returns the mail with the receipt of a payment. */
export async function draftReceipt(
  world: World,
  { merchant, row, chosen }: PaidOrder,
  mailContext: MailContext,
): Promise<MailDraft> {
  const { merchantId, id, customerEmail: email } = row
  const branding = await findBranding(world.db, { merchantId })
  const url = receiptUrl(world, { merchantId, id }, mailContext.language)
  return {
    kind: 'payment_receipt',
    to: email,
    language: mailContext.language,
    letter: writeReceiptLetter({ merchant, row, chosen, branding, url }, mailContext),
    merchantId,
    objectId: id,
  }
}

function writeReceiptLetter(
  { merchant, row, chosen, branding, url }: ReceiptContent,
  { language, at }: MailContext,
): Letter {
  const texts = words[language]
  const { supportEmail: support, accent } = branding
  const { timezone: timeZone, businessName, mode } = merchant
  const money = (minor: Minor) => moneyText(minor, row.currency, language)
  const lines = chosen.lines.map((line) => ({ ...line, title: quotedName(line.title) }))
  const amount = money(row.amount)
  const refunded = row.amountRefunded ?? 0
  const name = quotedName(businessName)
  const date = new Intl.DateTimeFormat(texts.locale, { timeZone, dateStyle: 'long' })
  const subject = isVerifiedSender(merchant)
    ? texts.subject(amount, name)
    : texts.plainSubject(amount)
  const [business, what, sum, reference, day] = texts.fields
  const fields: [string, string][] = [
    [business, name],
    [what, quotedName(row.description ?? '')],
    ...purchaseFields({ ...chosen, lines }, row.currency, language),
    [sum, amount],
    ...(refunded === 0
      ? []
      : ([
          [receiptWords[language].refunded, money(refunded)],
          [receiptWords[language].kept, money(row.amount - refunded)],
        ] as [string, string][])),
    [reference, row.transactionId],
    [day, date.format(new Date(at))],
  ]
  return composeLetter({
    language,
    subject: mode === 'test' ? texts.test(subject) : subject,
    heading: texts.heading,
    opening: [texts.opening(amount, name), ...(mode === 'test' ? [texts.testNote] : [])],
    fields,
    closing: [...(support === null ? [] : [texts.support(support)]), texts.sentFor(name)],
    link: { text: receiptWords[language].open, url },
    accent,
  })
}
