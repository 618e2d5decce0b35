import { formatDateTime, formatMoney } from '#client/lib/words/format.ts'
import { disputePages } from '#client/texts/en/dispute-pages.ts'
import type { DisputeDetail } from '#server/features/disputes/disputes.schema.ts'
import type { PaymentDetailsForBank } from '#server/features/disputes/evidence/payment-details.schema.ts'
import type { EvidenceField } from '#server/shared/disputes/evidence-fields.ts'

const texts = disputePages.form.suggestions

/** A text for a field, and where it comes from. A person decides about it: it is never sent by itself. */
export type Suggestion = { field: EvidenceField; text: string; source: string }

/** Returns texts for the fields that the form has, from what is known of the payment. */
export function suggestionsOf(
  details: PaymentDetailsForBank,
  { form, reason }: Pick<DisputeDetail, 'form' | 'reason'>,
  timezone: string,
): Suggestion[] {
  const { customerName, customerEmail, description, payer, answers, refunds, mails, receiptUrl } =
    details
  const has = (field: EvidenceField) => form.fields.some(({ name }) => name === field)
  const refundLines = refunds.map(({ amount, currency, at }) =>
    texts.refund(formatMoney(amount, currency), formatDateTime(at, timezone)),
  )
  const mailLines = mails.map(({ kind, at }) =>
    texts.mail(texts.mails[kind], customerEmail, formatDateTime(at, timezone)),
  )
  const proposed: Suggestion[] = [
    { field: 'customerName', text: customerName, source: texts.payment },
    { field: 'customerEmail', text: customerEmail, source: texts.payment },
    ...payerSuggestions(payer),
    { field: 'productDescription', text: description ?? '', source: texts.payment },
    {
      field: 'productDescription',
      text: answers.map(({ question, answer }) => `${question}: ${answer}`).join('\n'),
      source: texts.answers,
    },
    {
      field: has('refundRefusal') ? 'refundRefusal' : 'explanation',
      text: refundLines.join('\n'),
      source: texts.refunds,
    },
    {
      field: 'explanation',
      text: [...mailLines, texts.receipt(receiptUrl)].join('\n'),
      source: texts.messages,
    },
  ]
  if (reason === 'fraudulent' && payer?.authentication) {
    const text = texts.authentications[payer.authentication]
    proposed.push({ field: 'explanation', text, source: '3-D Secure' })
  }
  return proposed.filter(({ field, text }) => has(field) && text.trim() !== '')
}

const payerFields = {
  billingAddress: 'billingAddress',
  shippingAddress: 'shippingAddress',
  customerIpAddress: 'ipAddress',
  shippingCarrier: 'shippingCarrier',
  trackingNumber: 'trackingNumber',
} as const satisfies Partial<Record<EvidenceField, string>>

const payerSuggestions = (payer: PaymentDetailsForBank['payer']): Suggestion[] =>
  Object.entries(payerFields).map(([field, detail]) => ({
    field: field as EvidenceField,
    text: payer?.[detail] ?? '',
    source: texts.processor,
  }))
