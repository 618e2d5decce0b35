import type { TransactionRow } from '#db/tables.ts'
import { escapeHtml } from '#server/shared/text/escape-html.ts'
import { moneyOf, type PayerLanguage, renderDocument } from './sandbox-document.ts'

type PayerReturn = { payment: TransactionRow; merchantName: string }

const words = {
  en: {
    title: (merchant: string) => `Payment to ${merchant}`,
    success: 'Thank you. The payment is made.',
    pending: 'The payment is under way. The merchant is told as soon as it is made.',
    failed: 'The payment was not made. Nothing was charged.',
    close: 'You can close this page.',
  },
  it: {
    title: (merchant: string) => `Pagamento a ${merchant}`,
    success: 'Grazie. Il pagamento è stato eseguito.',
    pending: 'Il pagamento è in corso. Il venditore sarà avvisato appena è eseguito.',
    failed: 'Il pagamento non è stato eseguito. Nessun addebito.',
    close: 'Puoi chiudere questa pagina.',
  },
} satisfies Record<PayerLanguage, object>

/** Returns the page for a payer who comes back when the merchant has set no return URL. */
export function returnDocument(
  { payment, merchantName }: PayerReturn,
  language: PayerLanguage,
): string {
  const of = words[language]
  const title = of.title(merchantName)
  return renderDocument(
    language,
    title,
    `<h1>${escapeHtml(title)}</h1><p class="amount">${escapeHtml(moneyOf(payment, language))}</p>` +
      `<p role="status"><strong>${of[payment.status]}</strong></p><p>${of.close}</p>`,
  )
}
