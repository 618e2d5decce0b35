import { createHash } from 'node:crypto'
import {
  isWaitingForPayer,
  type PayerView,
} from '#server/features/transactions/payer/decide-as-payer.ts'
import { escapeHtml } from '#server/shared/text/escape-html.ts'

export type PayerLanguage = 'en' | 'it'

/**
 * Reads an Accept-Language header: `it` when the browser prefers Italian to English or accepts only Italian, else `en`.
 */
export function payerLanguage(header: string | undefined): PayerLanguage {
  const preferences = (header ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
    const weight = parameters.map((each) => /^\s*q=([\d.]+)/.exec(each)?.[1]).find(Boolean)
    return { language: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) }
  })
  const weightOf = (preferred: string) =>
    Math.max(
      0,
      ...preferences.flatMap(({ language, weight }) => (language === preferred ? weight : [])),
    )
  return weightOf('it') > weightOf('en') ? 'it' : 'en'
}

const words = {
  en: {
    sandbox: 'Sandbox: no money moves.',
    title: (merchant: string) => `Payment to ${merchant}`,
    question: 'Your bank asks you to confirm this payment.',
    approve: 'Approve',
    fail: 'Fail',
    back: 'Back to the shop',
    approved: 'Thank you. The payment is confirmed.',
    authorized: 'Thank you. The payment is authorized.',
    failed: 'The payment was not confirmed. Nothing was charged.',
    expired: 'The time to confirm this payment is over. Nothing was charged.',
    cancelled: 'This payment was cancelled. Nothing was charged.',
    close: 'You can close this page.',
    missing: 'There is no payment here',
    missingText: 'The address may be incomplete, or the payment can no longer be confirmed.',
  },
  it: {
    sandbox: 'Sandbox: nessun movimento di denaro.',
    title: (merchant: string) => `Pagamento a ${merchant}`,
    question: 'La tua banca ti chiede di confermare questo pagamento.',
    approve: 'Approva',
    fail: 'Rifiuta',
    back: 'Torna al negozio',
    approved: 'Grazie. Il pagamento è confermato.',
    authorized: 'Grazie. Il pagamento è autorizzato.',
    failed: 'Il pagamento non è stato confermato. Nessun addebito.',
    expired: 'Il tempo per confermare questo pagamento è scaduto. Nessun addebito.',
    cancelled: 'Questo pagamento è stato annullato. Nessun addebito.',
    close: 'Puoi chiudere questa pagina.',
    missing: 'Qui non c’è nessun pagamento',
    missingText:
      'L’indirizzo potrebbe essere incompleto, o il pagamento non si può più confermare.',
  },
} satisfies Record<PayerLanguage, object>

const style = `
:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:#f1f3f5;color:#212529;
font:16px/1.5 system-ui,sans-serif}
main{box-sizing:border-box;width:calc(100% - 32px);max-width:420px;margin:16px;padding:24px;
border:1px solid #dee2e6;border-radius:12px;background:#fff;overflow-wrap:anywhere}
h1{margin:0;font-size:18px}
.amount{margin:8px 0 16px;font-size:32px;font-weight:700;font-variant-numeric:tabular-nums}
.note{margin:0 0 16px;padding:4px 10px;border-radius:6px;background:#fff3bf;color:#5f3b00;font-size:14px}
form{display:grid;grid-template-columns:repeat(auto-fit,minmax(120px,1fr));gap:12px;margin-top:20px}
button{min-height:48px;border:1px solid #2f53cc;border-radius:8px;background:#2f53cc;color:#fff;
font:inherit;font-weight:600;cursor:pointer}
button+button{background:transparent;color:#c92a2a;border-color:#c92a2a}
button:focus-visible{outline:3px solid #74c0fc;outline-offset:2px}
p{margin:0}
.back{margin-top:16px;text-align:center}
a{color:inherit}
@media(prefers-color-scheme:dark){
body{background:#141517;color:#e9ecef}main{background:#1f2023;border-color:#373a40}
.note{background:#4d3800;color:#ffe8a3}button+button{color:#ffa8a8;border-color:#ffa8a8}}`

const styleHash = createHash('sha256').update(style).digest('base64')

/** Returns a content security policy with one style, forms to the same origin, and the given directives. */
export const payerPolicyWith = (directives: readonly string[]): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    ...directives,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export const payerPolicy = payerPolicyWith([])

/** Returns a small payer page, in the light or dark colours of the payer's system. */
export const renderDocument = (language: PayerLanguage, title: string, body: string): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
  '<meta name="viewport" content="width=device-width, initial-scale=1">' +
  '<meta name="robots" content="noindex">' +
  `<title>${escapeHtml(title)}</title><style>${style}</style></head>` +
  `<body><main>${body}</main></body></html>`

/** Returns a sentence about the payment's outcome. */
function outcomeOf({ payment }: PayerView, of: (typeof words)[PayerLanguage]): string {
  if (payment.status === 'success') return of.approved
  if (payment.status === 'pending') return of.authorized
  if (payment.failureReason === 'authentication_failed') return of.failed
  if (payment.failureReason === 'expired') return of.expired
  return of.cancelled
}

/** Returns an amount formatted for the payer. */
export const moneyOf = (
  { amount, currency }: Pick<PayerView['payment'], 'amount' | 'currency'>,
  language: PayerLanguage,
): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency, useGrouping: 'always' }).format(
    amount / 100,
  )

/** Returns a link to the merchant's own site for a payer who does not pay; empty without one. */
export const backToShop = (
  { id, cancelUrl }: Pick<PayerView['payment'], 'id' | 'cancelUrl'>,
  language: PayerLanguage,
): string => linkToShop(cancelUrl, { id, status: 'pending' }, language)

/** Returns a link to a URL of the merchant's own site, with the payment's id and status as the other pages add them. */
function linkToShop(
  shopUrl: string | null | undefined,
  { id, status }: Pick<PayerView['payment'], 'id' | 'status'>,
  language: PayerLanguage,
): string {
  if (!shopUrl) return ''
  const url = new URL(shopUrl)
  url.searchParams.set('payment', id)
  url.searchParams.set('status', status)
  return `<p class="back"><a href="${escapeHtml(url.href)}" rel="noreferrer">${words[language].back}</a></p>`
}

/** Returns the page on which the payer of a sandbox payment approves it or lets it fail. */
export function payerDocument(view: PayerView, language: PayerLanguage): string {
  const of = words[language]
  const amountText = moneyOf(view.payment, language)
  const title = of.title(view.merchantName)
  const content = isWaitingForPayer(view)
    ? `<p>${of.question}</p><form method="post">` +
      `<input type="hidden" name="amount" value="${view.payment.amount}">` +
      `<button name="decision" value="approve">${of.approve}</button>` +
      `<button name="decision" value="decline">${of.fail}</button></form>` +
      backToShop(view.payment, language)
    : `<p role="status"><strong>${outcomeOf(view, of)}</strong></p>` +
      (linkToShop(view.payment.returnUrl, view.payment, language) || `<p>${of.close}</p>`)
  return renderDocument(
    language,
    title,
    `<p class="note">${of.sandbox}</p><h1>${escapeHtml(title)}</h1>` +
      `<p class="amount">${escapeHtml(amountText)}</p>${content}`,
  )
}

/** Returns the page for a URL without a payment. */
export const missingDocument = (language: PayerLanguage): string => {
  const of = words[language]
  return renderDocument(language, of.missing, `<h1>${of.missing}</h1><p>${of.missingText}</p>`)
}
