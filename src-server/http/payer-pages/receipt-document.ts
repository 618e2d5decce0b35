import { writeReceipt } from '#server/features/receipts/receipt-content.ts'
import type { ReceiptPage } from '#server/features/receipts/receipt-page.ts'
import type { ReceiptContent } from '#server/features/receipts/receipts.schema.ts'
import { receiptWords } from '#server/shared/branding/receipt-words.ts'
import { escapeHtml } from '#server/shared/text/escape-html.ts'
import { accentStyleOf, renderFooter, renderHeader } from './pay-branding.ts'
import { PRINT_SCRIPT, renderPage } from './pay-layout.ts'
import type { PayerLanguage } from './sandbox-document.ts'

/** Returns the receipt, one page on paper. */
export function receiptDocument(page: ReceiptPage, language: PayerLanguage): string {
  const content = writeReceipt(page, language)
  const { testNote, title, failure, amount, fields, refunds, taxIds } = content
  const body = [
    renderHeader(page),
    testNote === null ? '' : `<p class="note">${escapeHtml(testNote)}</p>`,
    `<h2 class="title">${title}</h2>`,
    failure === null ? '' : `<p>${failure}</p>`,
    `<p class="amount">${escapeHtml(amount)}</p>`,
    listOf(fields),
    refunds === null ? '' : `<h3>${refunds.title}</h3>${listOf(refunds.fields)}`,
    `<div class="buttons"><button type="button" data-print hidden>${receiptWords[language].print}</button></div>`,
    renderFooter(page, language, { taxIds }),
    languageLink(language),
  ].join('')
  const name = `${title} — ${page.merchant.businessName}`
  const accentStyle = accentStyleOf(page.branding)
  return renderPage({ language, title: name, body, accentStyle, scripts: [PRINT_SCRIPT] })
}

const listOf = (fields: ReceiptContent['fields']): string =>
  `<dl>${fields.map(({ label, value }) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`

function languageLink(language: PayerLanguage): string {
  const other = language === 'it' ? 'en' : 'it'
  const link = `<a href="?lang=${other}" lang="${other}" hreflang="${other}">`
  return `<nav>${link}${receiptWords[language].other}</a></nav>`
}
