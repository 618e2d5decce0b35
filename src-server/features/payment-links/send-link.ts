import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { AppError } from '#server/core/errors.ts'
import type { Letter } from '#server/core/mailer.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import { audit } from '#server/services/audit/audit.ts'
import { holdLink, type LinkRow } from '#server/services/links/links.queries.ts'
import { letterOf } from '#server/services/mail/letter.ts'
import { queueMail } from '#server/services/mail/queue-mail.ts'
import { moneyFormat } from '#server/shared/currencies.ts'
import { toIso } from '#server/shared/day.ts'
import type { MailLanguage } from '#server/shared/language.ts'
import { decimalFromMinor } from '#server/shared/money.ts'
import { quotedName } from '#server/shared/quoted-name.ts'
import { findCustomer } from '../customers/customers.queries.ts'
import { customerMailing } from '../merchants/customer-mails.ts'
import { holdMerchant } from '../merchants/hold-merchant.ts'
import { noLink, noteLink } from './create-link.ts'
import { updateLink } from './payment-links.queries.ts'
import type { PaymentLinkKey, SentLink } from './payment-links.schema.ts'
import { addressOfLink, shownLink } from './shown-link.ts'

/** A request that was not heeded so often will not be. */
const MOST_SENT = 10

/** Mails a link to the customer whom it asks, and says what becomes of the mail where it is not sent. */
export const sendLink = (ctx: MerchantCtx, { id }: PaymentLinkKey): Promise<SentLink> =>
  inTransaction(ctx, async (trx) => {
    const inner = await holdMerchant(trx)
    const { db, dialect, merchant, now } = inner
    const merchantId = merchant.id
    const before = await holdLink(db, { dialect, merchantId, id })
    if (!before) throw noLink()
    const { customerId } = before
    const customer = customerId && (await findCustomer(db, { merchantId, id: customerId }))
    if (!customer || customerId === null) {
      throw new AppError('conflict', 'The link asks no customer: copy its address and send that.')
    }
    if (before.sent >= MOST_SENT) {
      throw new AppError('conflict', `The link was mailed ${MOST_SENT} times already.`)
    }
    const isErased = customer.erasedAt !== null
    const { email } = customer
    const mailing = await customerMailing(inner, merchant, { email, isErased })
    if (mailing !== 'sent' && mailing !== 'printed') {
      return { mailing, link: shownLink(inner, before) }
    }
    const after = await updateLink(db, before, { sent: before.sent + 1, updatedAt: toIso(now()) })
    await audit(inner, { merchantId, action: 'payment_link.sent', objectId: id })
    const language = before.language ?? merchant.customerMails.language
    const url = addressOfLink(inner, before)
    await queueMail(inner, {
      kind: 'payment_request',
      to: email,
      language,
      letter: requestLetter({ merchant, link: before, url, language }),
      merchantId,
      customerId,
      objectId: `${id} ${after.sent}`,
    })
    noteLink(inner, after, 'changed')
    return { mailing, link: shownLink(inner, after) }
  })

const words = {
  it: {
    locale: 'it-IT',
    subject: (name: string) => `Richiesta di pagamento da ${name}`,
    test: (subject: string) => `[Prova] ${subject}`,
    heading: 'Richiesta di pagamento',
    opening: (name: string) =>
      `«${name}» ti chiede un pagamento. Si paga sulla pagina qui indicata, con i dati che vi si leggono.`,
    fields: ['Attività', 'Causale', 'Importo', 'Pagina'],
    chosen: 'a tua scelta',
    closing: (name: string) =>
      `Se non ti aspettavi questa richiesta, ignorala: nessuno addebita nulla. Inviato da Incasso per conto di «${name}».`,
  },
  en: {
    locale: 'en-US',
    subject: (name: string) => `Payment request from ${name}`,
    test: (subject: string) => `[Test] ${subject}`,
    heading: 'Payment request',
    opening: (name: string) =>
      `“${name}” asks you for a payment. You pay on the page below, which says what for.`,
    fields: ['Business', 'What for', 'Amount', 'Page'],
    chosen: 'as you choose',
    closing: (name: string) =>
      `If you did not expect this, ignore it: nobody charges anything. Sent by Incasso on behalf of “${name}”.`,
  },
}

type Request = { merchant: ActingMerchant; link: LinkRow; url: string; language: MailLanguage }

function requestLetter({ merchant, link, url, language }: Request): Letter {
  const of = words[language]
  const name = quotedName(merchant.businessName)
  const money = new Intl.NumberFormat(of.locale, moneyFormat(link.currency))
  const amount =
    link.amount === null
      ? of.chosen
      : money.format(decimalFromMinor(link.amount) as Intl.StringNumericLiteral)
  const subject = of.subject(name)
  const values = [name, quotedName(link.title), amount, url]
  return letterOf({
    language,
    subject: merchant.mode === 'test' ? of.test(subject) : subject,
    heading: of.heading,
    opening: [of.opening(name)],
    fields: of.fields.map((label, index) => [label, values[index] ?? ''] as const),
    closing: [of.closing(name)],
  })
}
