import { type ActingMerchant, isVerifiedSender } from '#server/core/merchant.ts'
import type { Letter } from '#server/core/ports/mailer.ts'
import type { LinkRow } from '#server/features/payment-links/links.queries.ts'
import { composeLetter } from '#server/services/mail/letter.ts'
import { localDateTime } from '#server/shared/day.ts'
import type { MailLanguage } from '#server/shared/language.ts'
import { moneyFormat } from '#server/shared/money/currencies.ts'
import { decimalFromMinor } from '#server/shared/money/money.ts'
import { quotedName } from '#server/shared/text/quoted-name.ts'

const words = {
  it: {
    locale: 'it-IT',
    request: {
      subject: (name: string) => `Richiesta di pagamento da ${name}`,
      plainSubject: 'Richiesta di pagamento',
      heading: 'Richiesta di pagamento',
      opening: (name: string) => [
        `«${name}» ti chiede un pagamento. Si paga sulla pagina qui indicata, con i dati che vi si leggono.`,
      ],
    },
    reminder: {
      subject: (name: string) => `Promemoria: richiesta di pagamento da ${name}`,
      plainSubject: 'Promemoria: richiesta di pagamento',
      heading: 'Promemoria di pagamento',
      opening: (name: string) => [
        `«${name}» ti ha chiesto un pagamento che risulta ancora aperto. Si paga sulla pagina qui indicata, con i dati che vi si leggono.`,
        'Se hai già pagato, non pagare di nuovo e ignora questo messaggio.',
      ],
    },
    test: (subject: string) => `[Prova] ${subject}`,
    fields: ['Attività', 'Causale', 'Importo', 'Pagina'],
    until: 'Si paga entro',
    chosen: 'a tua scelta',
    closing: (name: string) =>
      `Se non ti aspettavi questa richiesta, ignorala: non ci sarà alcun addebito. Inviato da Incasso per conto di «${name}».`,
  },
  en: {
    locale: 'en-US',
    request: {
      subject: (name: string) => `Payment request from ${name}`,
      plainSubject: 'Payment request',
      heading: 'Payment request',
      opening: (name: string) => [
        `“${name}” asks you for a payment. Pay on the page below, which also shows what the payment is for.`,
      ],
    },
    reminder: {
      subject: (name: string) => `Reminder: payment request from ${name}`,
      plainSubject: 'Reminder: payment request',
      heading: 'Payment reminder',
      opening: (name: string) => [
        `“${name}” has asked you for a payment that is still open. Pay on the page below, which also shows what the payment is for.`,
        'If you have paid already, you owe nothing: do not pay again, and take no notice of this message.',
      ],
    },
    test: (subject: string) => `[Test] ${subject}`,
    fields: ['Business', 'What for', 'Amount', 'Page'],
    until: 'To be paid by',
    chosen: 'as you choose',
    closing: (name: string) =>
      `If you did not expect this, ignore it: nobody charges anything. Sent by Incasso on behalf of “${name}”.`,
  },
}

type PaymentRequestMail = {
  kind: 'request' | 'reminder'
  merchant: ActingMerchant
  link: LinkRow
  url: string
  language: MailLanguage
}

/** Writes the mail that requests or reminds of a link's payment. Times are in the merchant's time zone. */
export function writeRequestLetter({
  kind,
  merchant,
  link,
  url,
  language,
}: PaymentRequestMail): Letter {
  const texts = words[language]
  const { subject: subjectOf, plainSubject, heading, opening } = texts[kind]
  const name = quotedName(merchant.businessName)
  const money = new Intl.NumberFormat(texts.locale, moneyFormat(link.currency))
  const amount =
    link.amount === null
      ? texts.chosen
      : money.format(decimalFromMinor(link.amount) as Intl.StringNumericLiteral)
  const { timezone } = merchant
  const until = link.expiresAt && `${localDateTime(link.expiresAt, timezone)} (${timezone})`
  // An unverified business could imitate another one with its name, so the subject leaves the name out.
  const subject = isVerifiedSender(merchant) ? subjectOf(name) : plainSubject
  const values = [name, quotedName(link.title), amount, url]
  return composeLetter({
    language,
    subject: merchant.mode === 'test' ? texts.test(subject) : subject,
    heading,
    opening: opening(name),
    fields: [
      ...texts.fields.map((label, index) => [label, values[index] ?? ''] as const),
      ...(until ? [[texts.until, until] as const] : []),
    ],
    closing: [texts.closing(name)],
  })
}
