import { renderSVG } from 'uqr'
import type { TransactionRow } from '#db/tables.ts'
import type { DonePage, TransferTarget } from '#server/features/payment-links/payer/done-page.ts'
import { purchaseFields } from '#server/features/payment-links/payer/purchase-fields.ts'
import { payWords } from '#server/shared/branding/pay-words.ts'
import { receiptWords } from '#server/shared/branding/receipt-words.ts'
import { printedReference } from '#server/shared/money/creditor-reference.ts'
import { decimalFromMinor } from '#server/shared/money/money.ts'
import { moneyText } from '#server/shared/money/money-text.ts'
import { escapeHtml } from '#server/shared/text/escape-html.ts'
import { accentStyleOf, renderFooter, renderHeader } from './pay-branding.ts'
import { checkMark } from './pay-icons.ts'
import { PAGE_SCRIPT, PRINT_HASH, renderPage } from './pay-layout.ts'
import type { PayerLanguage } from './sandbox-document.ts'

/** Seconds until the page reloads while the payment is being created. */
const RELOAD_AFTER_S = 3

export type DonePageOptions = {
  language: PayerLanguage
  /** Path of the form. */
  formPath: string
  /** URL of the receipt of a successful payment. */
  receiptUrl: string | null
}

/** Returns the page with the outcome of a link's payment. It shows no reason for a decline. */
export function doneDocument(
  page: DonePage,
  { language, formPath, receiptUrl }: DonePageOptions,
): string {
  const of = payWords[language]
  const { view, payment } = page
  const title = of.payTo(view.merchant.businessName)
  const testNote =
    view.merchant.mode === 'test'
      ? `<p class="note">${page.transfer ? of.transfer.test : of.test}</p>`
      : ''
  const head = renderHeader(view) + testNote
  const foot = renderFooter(view, language)
  const accentStyle = accentStyleOf(view.branding)
  if (!payment) {
    const body = `${head}${statusHeading(of.done.stored)}${foot}`
    return renderPage({ language, title, body, accentStyle, refreshS: RELOAD_AFTER_S })
  }
  if (page.transfer) {
    const body =
      head +
      transferOf(page.transfer, payment, language) +
      waitingOf(page, payment, language) +
      foot
    return renderPage({ language, title, body, accentStyle, scripts: [PAGE_SCRIPT] })
  }
  const refreshS = page.nextUrl === null && payment.status === 'pending' ? 10 : undefined
  const body =
    head +
    stateOf(page, { payment, formPath, language }) +
    receiptOf(page, payment, { language, receiptUrl }) +
    foot
  return renderPage({ language, title, body, accentStyle, refreshS, scripts: [PAGE_SCRIPT] })
}

type Outcome = { payment: TransactionRow; formPath: string; language: PayerLanguage }

const amountOf = ({ amount, currency }: TransactionRow, language: PayerLanguage): string =>
  `<p class="amount">${escapeHtml(moneyText(amount, currency, language))}</p>`

function stateOf(
  { view, nextUrl, isAtBank }: DonePage,
  { payment, formPath, language }: Outcome,
): string {
  const of = payWords[language]
  const { done } = of
  if (payment.status === 'success') {
    const { afterMessage } = view.link
    const words = afterMessage === null ? '' : `<p>${escapeHtml(afterMessage)}</p>`
    return `${checkMark}${statusHeading(done.paid)}${amountOf(payment, language)}${words}`
  }
  if (payment.status === 'failed') {
    return (
      `${statusHeading(done.failed)}<p>${done.failedText}</p>` +
      `<p class="buttons"><a class="button" href="${escapeHtml(formPath)}">${of.tryAgain}</a></p>`
    )
  }
  if (nextUrl !== null) {
    return (
      `${statusHeading(done.turn)}` +
      `<p class="buttons"><a class="button" href="${escapeHtml(nextUrl)}">${of.goOn}</a></p>`
    )
  }
  return `${statusHeading(done.open)}<p>${isAtBank ? done.bankText : done.openText}</p>`
}

/** Wraps the heading in a status region, which screen readers announce: a heading itself may not have that role. */
const statusHeading = (words: string): string => `<div role="status"><h2>${words}</h2></div>`

/** Shows the details for the payer's bank transfer, as text and as a QR code for the bank's app. */
function transferOf(
  { holder, iban, shownIban, reference, code }: TransferTarget,
  payment: TransactionRow,
  language: PayerLanguage,
): string {
  const { transfer: of } = payWords[language]
  const fields = [
    { label: of.holder, value: holder, copy: holder },
    { label: of.iban, value: shownIban, copy: iban },
    {
      label: of.amount,
      value: moneyText(payment.amount, payment.currency, language),
      // Bank forms expect the decimal mark of their language.
      copy: decimalFromMinor(payment.amount).replace('.', language === 'it' ? ',' : '.'),
    },
    { label: of.reference, value: printedReference(reference), copy: reference },
  ]
  const rows = fields.map(({ label, value, copy }) => {
    if (copy === null) return `<div><dt>${label}</dt><dd>${escapeHtml(value)}</dd></div>`
    const button =
      `<button type="button" class="copy" data-copy="${escapeHtml(copy)}" data-copied="${of.copied}"` +
      ` data-failed="${of.notCopied}" aria-label="${of.copy}: ${label}" hidden>${of.copy}</button>`
    return `<div><dt>${label}</dt><dd>${escapeHtml(value)}</dd><dd class="copies">${button}</dd></div>`
  })
  const qrCode =
    code === null
      ? ''
      : `<div class="qr"><h3>${of.scan}</h3>${renderSVG(code, { ecc: 'M', maxVersion: 13, border: 4 })}</div>`
  return `${statusHeading(of.title)}<dl class="transfer">${rows.join('')}</dl><p>${of.text}</p>${qrCode}`
}

/** Shows what the payment is for, with labels that no payer confuses with the fields of a bank transfer. */
function waitingOf(
  { view, chosen }: DonePage,
  payment: TransactionRow,
  language: PayerLanguage,
): string {
  const { transfer: of } = payWords[language]
  const what = escapeHtml(payment.description ?? view.link.title)
  const lines = purchaseFields(chosen, payment.currency, language).map(
    ([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`,
  )
  const rows = `<dt>${of.what}</dt><dd>${what}</dd>${lines.join('')}<dt>${of.number}</dt><dd>${payment.transactionId}</dd>`
  return `<dl>${rows}</dl>`
}

/** Returns the link that sends the receipt: by the device's share sheet where there is one, else by e-mail. */
function shareOf(receiptUrl: string, businessName: string, language: PayerLanguage): string {
  const { send, sendTitle } = receiptWords[language]
  const title = sendTitle(businessName)
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(receiptUrl)}`
  return (
    `<a class="button" href="${escapeHtml(mail)}" data-share="${escapeHtml(receiptUrl)}" ` +
    `data-title="${escapeHtml(title)}">${send}</a>`
  )
}

/** Shows the reference and the payment's details, to print or keep. */
function receiptOf(
  { view, chosen }: DonePage,
  payment: TransactionRow,
  { language, receiptUrl }: Omit<DonePageOptions, 'formPath'>,
): string {
  const of = payWords[language]
  const { timezone: timeZone } = view.merchant
  const at = new Date(payment.settledAt ?? payment.createdAt)
  const isPaid = payment.status === 'success'
  const fields = [
    [of.fields.what, payment.description ?? view.link.title],
    ...purchaseFields(chosen, payment.currency, language),
    // A paid amount is above, in large figures.
    ...(isPaid
      ? []
      : [[of.fields.amount, moneyText(payment.amount, payment.currency, language)] as const]),
    [of.fields.reference, payment.transactionId],
    [of.fields.date, new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'long' }).format(at)],
    // An unpaid payment has no method of payment to show.
    ...(isPaid ? [[of.fields.method, of.methods[payment.paymentMethod]] as const] : []),
  ]
  const rows = fields.map(
    ([label = '', value = '']) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`,
  )
  const heading = isPaid ? `<p class="soft">${of.receipt}</p>` : ''
  const receiptLink =
    receiptUrl === null
      ? ''
      : `<p class="buttons"><a class="button" href="${escapeHtml(receiptUrl + PRINT_HASH)}">${receiptWords[language].save}</a>` +
        `${shareOf(receiptUrl, view.merchant.businessName, language)}</p>`
  return `<dl>${rows.join('')}</dl>${heading}${receiptLink}`
}
