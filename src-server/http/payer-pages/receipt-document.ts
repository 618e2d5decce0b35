import type { RefundRow } from '#db/tables/refund-tables.ts'
import type { ChosenLines } from '#server/features/payment-links/link-payments.ts'
import type { ReceiptPage } from '#server/features/refunds/receipt-page.ts'
import { payWords } from '#server/shared/branding/pay-words.ts'
import { receiptWords } from '#server/shared/branding/receipt-words.ts'
import { escapeHtml } from '#server/shared/text/escape-html.ts'
import { accentStyleOf, renderFooter, renderHeader } from './pay-branding.ts'
import { moneyText, PRINT_SCRIPT, renderPage } from './pay-layout.ts'
import { purchaseFields } from './purchase-fields.ts'
import type { PayerLanguage } from './sandbox-document.ts'

/** Number of refunds listed one by one; more would need a second page. */
const MAX_REFUNDS = 8

type Field = readonly [label: string, value: string]

/** Returns the receipt, one page on paper. Anyone who knows its URL may read it, so it does not name the payer. */
export function receiptDocument(
  page: ReceiptPage,
  language: PayerLanguage,
  chosen: ChosenLines,
): string {
  const of = receiptWords[language]
  const { merchant, look, payment, refund } = page
  const title = titleOf(page, language)
  const body = [
    merchant.mode === 'test' ? `<p class="note">${payWords[language].test}</p>` : '',
    renderHeader(page),
    `<h2 class="title">${title}</h2>`,
    refund?.status === 'failed' ? `<p>${of.failedText}</p>` : '',
    `<p class="amount">${money(refund ?? payment, language)}</p>`,
    listOf(
      refund ? fieldsOfRefund(page, refund, language) : fieldsOfPayment(page, language, chosen),
    ),
    refund ? '' : refundsOf(page, language),
    `<div class="buttons"><button type="button" data-print hidden>${of.print}</button></div>`,
    renderFooter(page, language),
    languageLink(language),
  ].join('')
  const name = `${title} — ${merchant.businessName}`
  const accentStyle = accentStyleOf(look)
  return renderPage({ language, title: name, body, accentStyle, scripts: [PRINT_SCRIPT] })
}

function titleOf({ refund }: ReceiptPage, language: PayerLanguage): string {
  const of = receiptWords[language]
  if (!refund) return of.payment
  return refund.status === 'success' ? of.refund : of.failedRefund
}

const money = (
  { amount, currency }: { amount: number; currency: string },
  language: PayerLanguage,
): string => escapeHtml(moneyText(amount, currency, language))

const listOf = (fields: readonly Field[]): string =>
  `<dl>${fields.map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`

/** Returns a date in the merchant's time zone. */
const dayOf = ({ merchant }: ReceiptPage, at: string, language: PayerLanguage): string =>
  new Intl.DateTimeFormat(language, { timeZone: merchant.timezone, dateStyle: 'long' }).format(
    new Date(at),
  )

const whatOf = ({ what }: ReceiptPage, language: PayerLanguage): Field[] =>
  what ? [[receiptWords[language].fields.what, what]] : []

function fieldsOfPayment(page: ReceiptPage, language: PayerLanguage, chosen: ChosenLines): Field[] {
  const of = receiptWords[language]
  const { payment } = page
  return [
    ...whatOf(page, language),
    ...purchaseFields(chosen, payment.currency, language),
    [of.fields.reference, payment.transactionId],
    [of.fields.paidOn, dayOf(page, payment.settledAt ?? payment.createdAt, language)],
    [of.fields.paidBy, of.methods[payment.paymentMethod]],
  ]
}

function fieldsOfRefund(page: ReceiptPage, refund: RefundRow, language: PayerLanguage): Field[] {
  const { fields, backTo } = receiptWords[language]
  const { payment } = page
  const isBack = refund.status === 'success'
  const day = (at: string) => dayOf(page, at, language)
  return [
    ...whatOf(page, language),
    [fields.reference, refund.reference],
    isBack
      ? [fields.refundedOn, day(refund.settledAt ?? refund.createdAt)]
      : [fields.failedOn, day(refund.updatedAt)],
    ...(isBack ? [[fields.refundedTo, backTo[refund.paymentMethod]] as const] : []),
    [fields.paid, moneyText(payment.amount, payment.currency, language)],
    [fields.paidOnBefore, day(payment.settledAt ?? payment.createdAt)],
  ]
}

/** Returns the list of later refunds, or '' without any. */
function refundsOf(page: ReceiptPage, language: PayerLanguage): string {
  const of = receiptWords[language]
  const { payment, refunded } = page
  if (refunded.length === 0) return ''
  const { currency } = payment
  const sumOf = (rows: readonly RefundRow[]) => rows.reduce((sum, { amount }) => sum + amount, 0)
  const text = (minor: number) => moneyText(minor, currency, language)
  const [newest, earlier] = [refunded.slice(0, MAX_REFUNDS), refunded.slice(MAX_REFUNDS)]
  const all = sumOf(refunded)
  const fields: Field[] = [
    ...newest.map(
      (row): Field => [dayOf(page, row.settledAt ?? row.createdAt, language), text(row.amount)],
    ),
    ...(earlier.length > 0 ? [[of.earlier(earlier.length), text(sumOf(earlier))] as const] : []),
    [of.refunded, text(all)],
    [of.kept, text(payment.amount - all)],
  ]
  return `<h3>${of.refunds}</h3>${listOf(fields)}`
}

function languageLink(language: PayerLanguage): string {
  const other = language === 'it' ? 'en' : 'it'
  const link = `<a href="?lang=${other}" lang="${other}" hreflang="${other}">`
  return `<nav>${link}${receiptWords[language].other}</a></nav>`
}
