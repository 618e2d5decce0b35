import type { RefundRow } from '#db/tables/refund-tables.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import type { Letter } from '#server/core/ports/mailer.ts'
import { composeLetter, type LetterParts } from '#server/services/mail/letter.ts'
import { receiptWords } from '#server/shared/branding/receipt-words.ts'
import type { MailLanguage } from '#server/shared/language.ts'
import { moneyFormat } from '#server/shared/money/currencies.ts'
import { decimalFromMinor } from '#server/shared/money/money.ts'
import type { PaymentMethod } from '#server/shared/money/payment-method.ts'
import { quotedName } from '#server/shared/text/quoted-name.ts'

type MailValues = { name: string; amount: string; reference: string; date: string }

type MailTexts = {
  locale: string
  test: (subject: string) => string
  testNote: string
  fields: { business: string; amount: string; payment: string; date: string; failedOn: string }
  receipt: {
    subject: (values: MailValues) => string
    heading: string
    opening: (values: MailValues) => string
    arrivals: Record<PaymentMethod, string>
  }
  failure: {
    subject: (values: MailValues) => string
    heading: string
    opening: (values: MailValues) => string
    next: (values: MailValues) => string
  }
  phone: (name: string, number: string) => string
  email: (name: string, address: string) => string
  sentFor: (name: string) => string
}

const italian: MailTexts = {
  locale: 'it-IT',
  test: (subject) => `[Prova] ${subject}`,
  testNote: 'Ambiente di prova: nessun movimento di denaro.',
  fields: {
    business: 'Attività',
    amount: 'Importo',
    payment: 'Pagamento',
    date: 'Data del rimborso',
    failedOn: 'Data',
  },
  receipt: {
    subject: ({ name, amount }) => `Rimborso di ${amount} da ${name}`,
    heading: 'Ricevuta di rimborso — documento non fiscale',
    opening: ({ name, amount }) => `«${name}» ha rimborsato ${amount}.`,
    arrivals: {
      card: 'Il denaro torna sulla carta usata per pagare. A seconda della banca possono servire 5–10 giorni prima di vederlo.',
      paypal:
        'Il denaro torna sul conto PayPal usato per pagare. A seconda del conto possono servire fino a 5 giorni prima di vederlo.',
      bank: 'Il denaro torna sul conto da cui è partito il pagamento. A seconda della banca possono servire 1–3 giorni lavorativi prima di vederlo.',
    },
  },
  failure: {
    subject: ({ name, amount }) => `Il rimborso di ${amount} da ${name} non è riuscito`,
    heading: 'Rimborso non riuscito — documento non fiscale',
    opening: ({ name, amount }) =>
      `Il rimborso di ${amount} da «${name}», di cui abbiamo scritto in precedenza, non è riuscito: il denaro non arriverà.`,
    next: ({ name }) =>
      `«${name}» ne è al corrente e si metterà in contatto per restituirlo in un altro modo.`,
  },
  phone: (name, number) => `Per domande, «${name}» risponde al numero ${number}.`,
  email: (name, address) => `Per domande, scrivere a «${name}»: ${address}`,
  sentFor: (name) => `Inviato da Incasso per conto di «${name}».`,
}

const english: MailTexts = {
  locale: 'en-US',
  test: (subject) => `[Test] ${subject}`,
  testNote: 'This is a test: no money has moved.',
  fields: {
    business: 'Business',
    amount: 'Amount',
    payment: 'Payment',
    date: 'Date of the refund',
    failedOn: 'Date',
  },
  receipt: {
    subject: ({ name, amount }) => `Refund of ${amount} from ${name}`,
    heading: 'Refund receipt — not a tax document',
    opening: ({ name, amount }) => `“${name}” has refunded ${amount}.`,
    arrivals: {
      card: 'The money goes back to the card that paid. Depending on your bank it can take 5–10 days until you see it.',
      paypal:
        'The money goes back to the PayPal account that paid. Depending on your account it can take up to 5 days until you see it.',
      bank: 'The money goes back to the account that paid. Depending on your bank it can take 1–3 working days until you see it.',
    },
  },
  failure: {
    subject: ({ name, amount }) => `The refund of ${amount} from ${name} did not go through`,
    heading: 'Refund that did not go through — not a tax document',
    opening: ({ name, amount }) =>
      `The refund of ${amount} from “${name}”, of which we wrote before, did not go through: the money will not arrive.`,
    next: ({ name }) => `“${name}” knows of it and will contact you to return it another way.`,
  },
  phone: (name, number) => `If you have questions, call “${name}” at ${number}.`,
  email: (name, address) => `If you have questions, write to “${name}”: ${address}`,
  sentFor: (name) => `Sent by Incasso on behalf of “${name}”.`,
}

const words: Record<MailLanguage, MailTexts> = { it: italian, en: english }

type Business = Pick<
  ActingMerchant,
  'businessName' | 'businessPhone' | 'email' | 'timezone' | 'mode'
>
type MailedRefund = Pick<RefundRow, 'amount' | 'currency' | 'reference' | 'paymentMethod'>

/** Content of a mail. The reason and the note of a refund are left out, since they are for the team only. */
type RefundNotice = { business: Business; refund: MailedRefund; at: string; language: MailLanguage }

/** Returns the payer's receipt, sent once the refund has succeeded. */
export function writeRefundReceipt({ url, ...notice }: RefundNotice & { url: string }): Letter {
  const { receipt, fields } = words[notice.language]
  const { paymentMethod } = notice.refund
  return writeLetter(notice, receipt, {
    closing: [receipt.arrivals[paymentMethod]],
    dateLabel: fields.date,
    link: { text: receiptWords[notice.language].open, url },
  })
}

/** Returns the mail to a payer who got the receipt, when the refund fails afterwards. */
export function writeRefundFailure(notice: RefundNotice): Letter {
  const { failure, fields } = words[notice.language]
  return writeLetter(notice, failure, {
    closing: [failure.next(valuesOf(notice))],
    dateLabel: fields.failedOn,
  })
}

type LetterTexts = Pick<MailTexts['receipt'], 'subject' | 'heading' | 'opening'>

function writeLetter(
  notice: RefundNotice,
  kind: LetterTexts,
  {
    closing,
    dateLabel,
    link,
  }: Pick<LetterParts, 'link'> & { closing: string[]; dateLabel: string },
): Letter {
  const { business, language } = notice
  const { test, testNote, fields, sentFor } = words[language]
  const values = valuesOf(notice)
  const isTest = business.mode === 'test'
  const subject = kind.subject(values)
  return composeLetter({
    language,
    subject: isTest ? test(subject) : subject,
    heading: kind.heading,
    opening: [kind.opening(values), ...(isTest ? [testNote] : [])],
    fields: [
      [fields.business, values.name],
      [fields.amount, values.amount],
      [fields.payment, values.reference],
      [dateLabel, values.date],
    ],
    ...(link && { link }),
    closing: [...closing, contactOf(business, language), sentFor(values.name)],
  })
}

function valuesOf({ business, refund, at, language }: RefundNotice): MailValues {
  const { locale } = words[language]
  const { currency } = refund
  // Intl formats the decimal text directly: a float could round it.
  const amount = decimalFromMinor(refund.amount) as Intl.StringNumericLiteral
  const { timezone: timeZone } = business
  return {
    name: quotedName(business.businessName),
    amount: new Intl.NumberFormat(locale, moneyFormat(currency)).format(amount),
    reference: refund.reference,
    date: new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long' }).format(new Date(at)),
  }
}

/**
 * Returns the contact for questions. The e-mail address is an owner's sign-in, so it is shown only without a telephone
 * number.
 */
function contactOf({ businessName, businessPhone, email }: Business, language: MailLanguage) {
  const name = quotedName(businessName)
  const number = businessPhone.replaceAll(/[^\d\s+().-]/g, '').trim()
  return /\d{3}/.test(number.replaceAll(/\D/g, ''))
    ? words[language].phone(name, number)
    : words[language].email(name, email)
}
