import { z } from 'zod'
import { FilterDay } from '#server/shared/day.ts'
import { exportStyle } from '#server/shared/export-style.ts'
import { LookupKey } from '#server/shared/id.ts'
import { Amount, Currency, Decimal } from '#server/shared/money/money.ts'
import { usualMethodTypes } from '#server/shared/money/used-method.ts'
import { pagedInput, pageOf } from '#server/shared/page.ts'
import { isPlainHttps } from '#server/shared/text/plain-https.ts'
import {
  Instant,
  line,
  optionalLine,
  optionalLineChange,
  withoutNull,
} from '#server/shared/text/text.ts'
import { CustomerMailing } from '../merchants/merchants.schema.ts'
import { choiceFields, LinkChoices, PaidItem } from './link-choices.schema.ts'
import { AmountKind, LinkSort, LinkStatus, PauseReason } from './payment-link-enums.schema.ts'

const MAX_PRESETS = 5
const MAX_QUESTIONS = 3
const MAX_USES = 100_000

/** A question of the merchant's own, answered with a line of text. */
export const LinkQuestion = z.strictObject({
  label: line(80),
  isRequired: z.boolean().default(false),
})
export type LinkQuestion = z.infer<typeof LinkQuestion>

const Language = z.enum(['it', 'en'])

/** Descriptions of the amount fields, for requests and responses. */
const amountDocs = {
  amount: { description: 'Amount of each payment, when the link fixes it' },
  minAmount: { description: 'Smallest amount that a payer may choose' },
  maxAmount: { description: 'Largest amount that a payer may choose' },
}

const amountFields = {
  amount: Amount.nullish().meta(amountDocs.amount),
  minAmount: Amount.nullish().meta(amountDocs.minAmount),
  maxAmount: Amount.nullish().meta(amountDocs.maxAmount),
}

/** A payer's answer to a question of a link. */
export const LinkAnswer = z.strictObject({ question: z.string(), answer: z.string() })

export const PaymentLink = z.strictObject({
  id: z.string(),
  url: z.string(),
  status: LinkStatus,
  title: z.string(),
  description: z.string().nullable(),
  amountKind: AmountKind,
  amount: Decimal.nullable().meta(amountDocs.amount),
  minAmount: Decimal.nullable().meta(amountDocs.minAmount),
  maxAmount: Decimal.nullable().meta(amountDocs.maxAmount),
  presets: z.array(Decimal),
  currency: Currency,
  maxUses: z.int().nullable(),
  expiresAt: Instant.nullable(),
  questions: z.array(z.strictObject({ label: z.string(), isRequired: z.boolean() })),
  afterMessage: z.string().nullable(),
  afterUrl: z.string().nullable(),
  language: Language.nullable(),
  customerId: z.string().nullable(),
  sourceTransactionId: z.string().nullable(),
  pausedUntil: Instant.nullable(),
  pauseReason: PauseReason.nullable(),
  closedAt: Instant.nullable(),
  hasReminders: z.boolean(),
  nextReminderAt: Instant.nullable(),
  sentCount: z.int(),
  openedCount: z.int(),
  paymentCount: z.int(),
  paidCount: z.int(),
  paidAmount: Decimal.meta({ description: 'Sum of these payments, before refunds' }),
  createdAt: Instant,
  updatedAt: Instant,
})
export type PaymentLink = z.infer<typeof PaymentLink>

/** Choices of the payers of a link, and the methods with which they may pay. */
export const LinkOptions = LinkChoices.extend({ methodTypes: z.array(z.string()).nullable() })
export type LinkOptions = z.infer<typeof LinkOptions>

/** A link in version 2. */
export const PaymentLinkV2 = PaymentLink.extend(LinkOptions.shape)
export type PaymentLinkV2 = z.infer<typeof PaymentLinkV2>

/** URL to which payers may be redirected: https, without a user name or password. */
const AfterUrl = z
  .string()
  .trim()
  .max(2000)
  .refine(isPlainHttps, { error: 'must be an https address without a password' })

const MomentInput = z.iso
  .datetime({ offset: true, error: 'must be an instant such as 2026-01-31T10:20:30Z' })
  .meta({ example: '2026-12-31T22:59:59.000Z' })

const Questions = z
  .array(LinkQuestion)
  .max(MAX_QUESTIONS, `must have at most ${MAX_QUESTIONS} questions`)
const Presets = z.array(Amount).max(MAX_PRESETS, `must have at most ${MAX_PRESETS} amounts`)
const MaxUses = z.int().min(1).max(MAX_USES)

/** Methods that a link may offer. */
const LinkMethodType = z.enum(usualMethodTypes).exclude(['bank_transfer'])
export const linkMethodTypes = LinkMethodType.options

const MethodTypes = z.array(LinkMethodType).min(1).max(usualMethodTypes.length).meta({
  description:
    'Only these methods are offered on the processor’s page, whatever the settings leave out; null offers those of the settings',
})

/** Request for a new link. Without a kind the amount is fixed; without `maxUses` payments are unlimited. */
export const NewPaymentLink = z.strictObject({
  title: line(120),
  description: optionalLine(1000),
  amountKind: AmountKind.default('fixed'),
  ...amountFields,
  presets: Presets.default([]),
  ...choiceFields,
  methodTypes: MethodTypes.nullish(),
  currency: Currency.optional(),
  maxUses: MaxUses.nullish(),
  expiresAt: MomentInput.nullish(),
  questions: Questions.default([]),
  afterMessage: optionalLine(500),
  afterUrl: AfterUrl.nullish(),
  language: Language.nullish(),
  customerId: LookupKey.nullish(),
  sourceTransactionId: LookupKey.nullish(),
  hasReminders: z.boolean().default(false),
})
export type NewPaymentLink = z.infer<typeof NewPaymentLink>

/**
 * Request to change a link. Omitted fields stay unchanged. A link's currency and customer cannot change: both have no
 * field.
 */
export const ChangedPaymentLink = z.strictObject({
  id: LookupKey,
  title: line(120).optional(),
  description: optionalLineChange(1000),
  amountKind: AmountKind.optional(),
  ...amountFields,
  presets: Presets.optional(),
  ...choiceFields,
  methodTypes: MethodTypes.nullish(),
  maxUses: MaxUses.nullish(),
  expiresAt: MomentInput.nullish(),
  questions: Questions.optional(),
  afterMessage: optionalLineChange(500),
  afterUrl: AfterUrl.nullish(),
  language: Language.nullish(),
  hasReminders: z.boolean().optional(),
})
export type ChangedPaymentLink = z.infer<typeof ChangedPaymentLink>

export const PaymentLinkKey = z.strictObject({ id: LookupKey })
export type PaymentLinkKey = z.infer<typeof PaymentLinkKey>

/** Request to mail a link. When `hasReminders` is omitted, the link's setting stays unchanged. */
export const SendPaymentLink = z.strictObject({
  id: LookupKey,
  hasReminders: z.boolean().optional(),
})
export type SendPaymentLink = z.infer<typeof SendPaymentLink>

/** Filters of a list. An export has the same filters. */
export const linkFilter = {
  search: withoutNull(z.string().trim().max(200)).optional().meta({
    description: 'Id, title, part of the description, or amount; several words must all be found',
  }),
  status: LinkStatus.optional(),
  amountKind: AmountKind.optional(),
  currency: Currency.optional(),
  customerId: LookupKey.optional(),
  from: FilterDay.optional().meta({ description: "First day of making, in the merchant's zone" }),
  to: FilterDay.optional().meta({ description: "Last day of making, in the merchant's zone" }),
  sort: LinkSort.default('-createdAt'),
}

export const ExportPaymentLinks = z.strictObject({ ...linkFilter, ...exportStyle }).prefault({})
export type ExportPaymentLinks = z.infer<typeof ExportPaymentLinks>

export const ListPaymentLinks = pagedInput(linkFilter)
export type ListPaymentLinks = z.infer<typeof ListPaymentLinks>

export const PaymentLinkPage = pageOf(PaymentLink)
export type PaymentLinkPage = z.infer<typeof PaymentLinkPage>

export const PaymentLinkPageV2 = pageOf(PaymentLinkV2)

/** Filters of a list, without sorting and paging. */
export const SummarizePaymentLinks = z.strictObject(linkFilter).omit({ sort: true }).prefault({})
export type SummarizePaymentLinks = z.infer<typeof SummarizePaymentLinks>

/** Number of links in a list by status, and the amounts paid by currency. */
export const PaymentLinkSummary = z.strictObject({
  byStatus: z.array(z.strictObject({ status: LinkStatus, count: z.int() })),
  byCurrency: z.array(
    z.strictObject({ currency: Currency, paidCount: z.int(), paidAmount: Decimal }),
  ),
})
export type PaymentLinkSummary = z.infer<typeof PaymentLinkSummary>

/** QR code of a link's URL: SVG text, and PNG in base64. */
export const LinkCode = z.strictObject({ svg: z.string(), png: z.string() })
export type LinkCode = z.infer<typeof LinkCode>

/** Outcome of mailing a link to its customer. When the mail is sent, `link` includes it in its count. */
export const SentLink = z.strictObject({ mailing: CustomerMailing, link: PaymentLink })
export type SentLink = z.infer<typeof SentLink>

/** A payment's link, its payer's answers and choices, for the payment's page in the dashboard. */
export const PaymentAnswers = z.strictObject({
  link: z.strictObject({ id: z.string(), title: z.string() }).nullable(),
  answers: z.array(LinkAnswer),
  items: z.array(PaidItem),
  tip: Decimal.nullable(),
})
export type PaymentAnswers = z.infer<typeof PaymentAnswers>
