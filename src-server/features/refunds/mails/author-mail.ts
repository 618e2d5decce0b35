import type { RefundRow } from '#db/tables/refund-tables.ts'
import type { World } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import type { Letter } from '#server/core/ports/mailer.ts'
import { findMemberEmail } from '#server/features/merchants/members.queries.ts'
import { homeIdOf } from '#server/features/merchants/merchants.rules.ts'
import { composeLetter } from '#server/services/mail/letter.ts'
import { queueMail } from '#server/services/mail/queue-mail.ts'
import type { MailLanguage } from '#server/shared/language.ts'
import { moneyFormat } from '#server/shared/money/currencies.ts'
import { decimalFromMinor } from '#server/shared/money/money.ts'

const words = {
  it: {
    locale: 'it-IT',
    test: '[Prova] ',
    subject: 'Un tuo rimborso è stato annullato',
    heading: 'Rimborso annullato',
    opening: [
      'Il rimborso attendeva la conferma di un titolare. Nel frattempo l’importo di questo pagamento è stato restituito fuori da Incasso, oppure stornato dalla banca del cliente.',
      'Per questo il rimborso è stato annullato e non verrà eseguito.',
    ],
    payment: 'Pagamento',
    amount: 'Importo',
    closing: ['Per rimborsare l’importo residuo, apri il pagamento e crea un nuovo rimborso.'],
  },
  en: {
    locale: 'en-US',
    test: '[Test] ',
    subject: 'One of your refunds was cancelled',
    heading: 'Refund cancelled',
    opening: [
      'The refund waited for the approval of an owner. Meanwhile the money of this payment was returned outside Incasso, or the bank of the customer took it back.',
      'So the refund was cancelled and will not be made.',
    ],
    payment: 'Payment',
    amount: 'Amount',
    closing: ['To refund what is left, open the payment and make a new refund.'],
  },
}

type CancelledRefund = Pick<RefundRow, 'amount' | 'currency' | 'reference'>

function writeCancelledLetter(
  { amount, currency, reference }: CancelledRefund,
  { mode, language }: { mode: ActingMerchant['mode']; language: MailLanguage },
): Letter {
  const { locale, test, subject, heading, opening, closing, ...labels } = words[language]
  // Intl formats the decimal text directly: a float could round it.
  const decimal = decimalFromMinor(amount) as Intl.StringNumericLiteral
  return composeLetter({
    language,
    subject: mode === 'test' ? test + subject : subject,
    heading,
    opening,
    fields: [
      [labels.payment, reference],
      [labels.amount, new Intl.NumberFormat(locale, moneyFormat(currency)).format(decimal)],
    ],
    closing,
  })
}

/**
 * Mails the person who requested a refund that it was cancelled because the money had already gone back. The business
 * is mailed instead if their e-mail address is unknown, as with another sign-in provider or after they left.
 */
export async function mailAuthor(
  inner: World,
  { merchant, row }: { merchant: ActingMerchant; row: RefundRow },
): Promise<void> {
  if (!inner.mailer) return
  const { merchantId, id: objectId, actor } = row
  const subject = actor.startsWith('user:') ? actor.slice('user:'.length) : undefined
  const author =
    subject && (await findMemberEmail(inner.db, { merchantId: homeIdOf(merchant), subject }))
  const { language } = merchant.customerMails
  await queueMail(inner, {
    kind: 'refund_cancelled',
    to: author ? author.email : merchant.email,
    language,
    letter: writeCancelledLetter(row, { mode: merchant.mode, language }),
    merchantId,
    objectId,
  })
}
