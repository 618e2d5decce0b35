import type { RefundRow } from '#db/tables/refund-tables.ts'
import { purchaseFields } from '#server/features/payment-links/payer/purchase-fields.ts'
import { logoPath } from '#server/services/branding/logo-path.ts'
import { payWords } from '#server/shared/branding/pay-words.ts'
import { receiptWords } from '#server/shared/branding/receipt-words.ts'
import type { MailLanguage } from '#server/shared/language.ts'
import { moneyText } from '#server/shared/money/money-text.ts'
import { usedMethodText } from '#server/shared/money/used-method.ts'
import { usedMethodOf } from '../transactions/used-method.rules.ts'
import type { ReceiptPage } from './receipt-page.ts'
import type { ReceiptContent } from './receipts.schema.ts'

/** Number of refunds listed one by one; more would need a second page. */
const MAX_REFUNDS = 8

type Fields = ReceiptContent['fields']

/** Returns the texts of a receipt. Anyone who knows its URL may read it, so it does not name the payer. */
export function writeReceipt(page: ReceiptPage, language: MailLanguage): ReceiptContent {
  const { merchant, branding, payment, refund } = page
  const { amount, currency } = refund ?? payment
  return {
    language,
    testNote: merchant.mode === 'test' ? payWords[language].test : null,
    logoPath: branding.logoHash === null ? null : logoPath(branding.logoHash),
    businessName: merchant.businessName,
    business: [merchant.businessName, merchant.businessAddress].filter(Boolean).join(', '),
    taxIds: taxIdsOf(page, language),
    support:
      branding.supportEmail === null
        ? null
        : { label: payWords[language].support, email: branding.supportEmail },
    title: titleOf(page, language),
    failure: refund?.status === 'failed' ? receiptWords[language].failedText : null,
    amount: moneyText(amount, currency, language),
    fields: refund ? fieldsOfRefund(page, refund, language) : fieldsOfPayment(page, language),
    refunds: refund ? null : refundsOf(page, language),
  }
}

/** Returns both numbers in one line, or the single number of a company whose VAT number is also its tax code. */
function taxIdsOf({ vatNumber, taxCode }: ReceiptPage, language: MailLanguage): string | null {
  const words = receiptWords[language].taxIds
  if (vatNumber !== null && taxCode !== null && vatNumber.replace(/^IT\s*/, '') === taxCode) {
    return `${words.both} ${vatNumber}`
  }
  const parts = [
    ...(vatNumber === null ? [] : [`${words.vatNumber} ${vatNumber}`]),
    ...(taxCode === null ? [] : [`${words.taxCode} ${taxCode}`]),
  ]
  return parts.length === 0 ? null : parts.join(' · ')
}

function titleOf({ refund }: ReceiptPage, language: MailLanguage): string {
  const words = receiptWords[language]
  if (!refund) return words.payment
  return refund.status === 'success' ? words.refund : words.failedRefund
}

/** Returns a date in the merchant's time zone. */
const dayOf = ({ merchant }: ReceiptPage, at: string, language: MailLanguage): string =>
  new Intl.DateTimeFormat(language, { timeZone: merchant.timezone, dateStyle: 'long' }).format(
    new Date(at),
  )

const descriptionFields = ({ what }: ReceiptPage, language: MailLanguage): Fields =>
  what ? [{ label: receiptWords[language].fields.what, value: what }] : []

function fieldsOfPayment(page: ReceiptPage, language: MailLanguage): Fields {
  const { fields, methods, usedMethods } = receiptWords[language]
  const { payment } = page
  const method = usedMethodOf(payment)
  const methodText = method && usedMethodText(method, usedMethods)
  const paidAt = payment.settledAt ?? payment.createdAt
  return [
    ...descriptionFields(page, language),
    ...purchaseFields(page.chosen, payment.currency, language).map(([label, value]) => ({
      label,
      value,
    })),
    { label: fields.reference, value: payment.transactionId },
    { label: fields.paidOn, value: dayOf(page, paidAt, language) },
    { label: fields.paidBy, value: methodText ?? methods[payment.paymentMethod] },
  ]
}

function fieldsOfRefund(page: ReceiptPage, refund: RefundRow, language: MailLanguage): Fields {
  const { fields, backTo } = receiptWords[language]
  const { payment } = page
  const hasSucceeded = refund.status === 'success'
  const day = (at: string) => dayOf(page, at, language)
  return [
    ...descriptionFields(page, language),
    { label: fields.reference, value: refund.reference },
    hasSucceeded
      ? { label: fields.refundedOn, value: day(refund.settledAt ?? refund.createdAt) }
      : { label: fields.failedOn, value: day(refund.updatedAt) },
    ...(hasSucceeded ? [{ label: fields.refundedTo, value: backTo[refund.paymentMethod] }] : []),
    { label: fields.paid, value: moneyText(payment.amount, payment.currency, language) },
    { label: fields.paidOnBefore, value: day(payment.settledAt ?? payment.createdAt) },
  ]
}

/** Returns the refunds of a payment, or null without any. */
function refundsOf(page: ReceiptPage, language: MailLanguage): ReceiptContent['refunds'] {
  const words = receiptWords[language]
  const { payment, refunded } = page
  if (refunded.length === 0) return null
  const sumOf = (rows: readonly RefundRow[]) => rows.reduce((sum, { amount }) => sum + amount, 0)
  const text = (minor: number) => moneyText(minor, payment.currency, language)
  const [newest, earlier] = [refunded.slice(0, MAX_REFUNDS), refunded.slice(MAX_REFUNDS)]
  const total = sumOf(refunded)
  return {
    title: words.refunds,
    fields: [
      ...newest.map((row) => ({
        label: dayOf(page, row.settledAt ?? row.createdAt, language),
        value: text(row.amount),
      })),
      ...(earlier.length > 0
        ? [{ label: words.earlier(earlier.length), value: text(sumOf(earlier)) }]
        : []),
      { label: words.refunded, value: text(total) },
      { label: words.kept, value: text(payment.amount - total) },
    ],
  }
}
