import { renderSVG } from 'uqr'
import type { TransactionRow } from '#db/tables.ts'
import type { DonePage, TransferTarget } from '#server/features/payment-links/payer/done-page.ts'
import { type PayWords, payWords } from '#server/shared/looks/pay-words.ts'
import { receiptWords } from '#server/shared/looks/receipt-words.ts'
import { printedReference } from '#server/shared/money/creditor-reference.ts'
import { printedIban } from '#server/shared/money/iban.ts'
import { escapeHtml } from '#server/shared/text/escape-html.ts'
import { frameOf, moneyText } from './pay-frame.ts'
import { accentStyleOf, footOf, headOf } from './pay-look.ts'
import type { PayerLanguage } from './sandbox-document.ts'

/** So soon the page looks again while something is on its way. */
const LOOK_AGAIN_S = 3

export type ShownDone = {
  language: PayerLanguage
  /** Where the form is. */
  formPath: string
  /** Of a payment that came: where its receipt is. */
  receiptUrl: string | null
}

/** What became of a payment by a link. Of a decline no more is told than that. */
export function doneDocument(
  page: DonePage,
  { language, formPath, receiptUrl }: ShownDone,
): string {
  const of = payWords[language]
  const { view, payment } = page
  const title = of.payTo(view.merchant.businessName)
  const test = view.merchant.mode === 'test' ? `<p class="note">${of.test}</p>` : ''
  const head = test + headOf(view)
  const foot = footOf(view.look, language)
  const accentStyle = accentStyleOf(view.look)
  if (!payment) {
    const body = `${head}${said(of.done.stored)}${foot}`
    return frameOf({ language, title, body, accentStyle, refreshS: LOOK_AGAIN_S })
  }
  if (page.transfer) {
    const body =
      head +
      transferOf(page.transfer, payment, language) +
      waitingOf(page, payment, language) +
      foot
    return frameOf({ language, title, body, accentStyle })
  }
  const refreshS = page.nextUrl === null && payment.status === 'pending' ? 10 : undefined
  const body =
    head +
    stateOf(page, of, { payment, formPath }) +
    receiptOf(page, payment, { language, receiptUrl }) +
    foot
  return frameOf({ language, title, body, accentStyle, refreshS })
}

function stateOf(
  { view, nextUrl }: DonePage,
  of: PayWords,
  { payment, formPath }: { payment: TransactionRow; formPath: string },
): string {
  const { done } = of
  if (payment.status === 'success') {
    const { afterMessage } = view.link
    const words = afterMessage === null ? '' : `<p>${escapeHtml(afterMessage)}</p>`
    return `${said(done.paid)}${words}`
  }
  if (payment.status === 'failed') {
    return (
      `${said(done.failed)}<p>${done.failedText}</p>` +
      `<p class="buttons"><a class="button" href="${escapeHtml(formPath)}">${of.tryAgain}</a></p>`
    )
  }
  if (nextUrl !== null) {
    return (
      `${said(done.turn)}` +
      `<p class="buttons"><a class="button" href="${escapeHtml(nextUrl)}">${of.goOn}</a></p>`
    )
  }
  return `${said(done.open)}<p>${done.openText}</p>`
}

/** A heading alone may not be what is said by itself to who does not see the page. */
const said = (words: string): string => `<div role="status"><h2>${words}</h2></div>`

/** What the payer types into their bank, or has its app read. */
function transferOf(
  { holder, iban, reference, code }: TransferTarget,
  payment: TransactionRow,
  language: PayerLanguage,
): string {
  const { transfer: of } = payWords[language]
  const fields = [
    [of.holder, holder],
    [of.iban, printedIban(iban)],
    [of.amount, moneyText(payment.amount, payment.currency, language)],
    [of.reference, printedReference(reference)],
  ]
  const rows = fields.map(
    ([label = '', value = '']) => `<dt>${label}</dt><dd>${escapeHtml(value)}</dd>`,
  )
  const drawn =
    code === null
      ? ''
      : `${renderSVG(code, { ecc: 'M', maxVersion: 13, border: 4 })}<p class="soft">${of.scan}</p>`
  return `${said(of.title)}<dl>${rows.join('')}</dl><p>${of.text}</p>${drawn}`
}

/** For what it waits, in words that nobody takes for what their bank asks for. */
function waitingOf({ view }: DonePage, payment: TransactionRow, language: PayerLanguage): string {
  const { transfer: of } = payWords[language]
  const what = escapeHtml(payment.description ?? view.link.title)
  const rows = `<dt>${of.what}</dt><dd>${what}</dd><dt>${of.number}</dt><dd>${payment.transactionId}</dd>`
  return `<dl>${rows}</dl>`
}

/** The reference, and what was paid: to be printed or kept. */
function receiptOf(
  { view }: DonePage,
  payment: TransactionRow,
  { language, receiptUrl }: Omit<ShownDone, 'formPath'>,
): string {
  const of = payWords[language]
  const { timezone: timeZone, businessName } = view.merchant
  const at = new Date(payment.settledAt ?? payment.createdAt)
  const fields = [
    [of.fields.business, businessName],
    [of.fields.what, payment.description ?? view.link.title],
    [of.fields.amount, moneyText(payment.amount, payment.currency, language)],
    [of.fields.reference, payment.transactionId],
    [of.fields.date, new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'long' }).format(at)],
    // Whoever has not paid has not paid by anything.
    ...(payment.status === 'success'
      ? [[of.fields.method, of.methods[payment.paymentMethod]] as const]
      : []),
  ]
  const rows = fields.map(
    ([label = '', value = '']) => `<dt>${label}</dt><dd>${escapeHtml(value)}</dd>`,
  )
  const heading = payment.status === 'success' ? `<p class="soft">${of.receipt}</p>` : ''
  const sheet =
    receiptUrl === null
      ? ''
      : `<p class="buttons"><a class="button" href="${escapeHtml(receiptUrl)}">${receiptWords[language].open}</a></p>`
  return `<dl>${rows.join('')}</dl>${heading}${sheet}`
}
