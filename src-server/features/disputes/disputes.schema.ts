import { z } from 'zod'
import { FilterDay } from '#server/shared/day.ts'
import {
  MAX_ACCEPTANCE_HOURS,
  MIN_ACCEPTANCE_HOURS,
} from '#server/shared/disputes/acceptance-hours.ts'
import { exportStyle } from '#server/shared/export-style.ts'
import { LookupKey } from '#server/shared/id.ts'
import { Amount, Currency, Decimal } from '#server/shared/money/money.ts'
import { pagedInput, pageOf } from '#server/shared/page.ts'
import { Instant, withoutNull } from '#server/shared/text/text.ts'
import {
  DisputeCaseState,
  DisputeReason,
  DisputeSort,
  disputeEventTypes,
} from './dispute-enums.schema.ts'
import { Evidence, EvidenceField, EvidenceSlot } from './evidence/evidence.schema.ts'

/** A claim of a payer's bank for the money of a payment, or its warning that the card may be stolen. */
export const Dispute = z.strictObject({
  id: z.string(),
  transactionId: z.string(),
  reference: z
    .string()
    .meta({ description: 'Reference of the payment', example: 'TXN-7K2M9QWERT' }),
  customerName: z.string(),
  customerEmail: z.string(),
  amount: Decimal.meta({
    description: 'Disputed amount; it may exceed the payment',
  }),
  currency: Currency,
  withdrawn: Decimal.meta({
    description:
      'Amount that the bank has withdrawn so far; it may exceed what refunds left of the payment',
  }),
  fee: Decimal.nullable().meta({
    description: "The processor's fee for the dispute; null while it is unknown",
  }),
  reason: DisputeReason,
  networkReason: z.string().nullable(),
  state: DisputeCaseState,
  isRefundable: z.boolean(),
  evidenceDueAt: Instant.nullable(),
  submittedAt: Instant.nullable(),
  acceptedAt: Instant.nullable(),
  closedAt: Instant.nullable(),
  createdAt: Instant,
  processor: z.string(),
})
export type Dispute = z.infer<typeof Dispute>

export const DisputeEvent = z.strictObject({
  at: Instant,
  type: z.enum(disputeEventTypes),
  state: DisputeCaseState,
  actor: z.string(),
})
export type DisputeEvent = z.infer<typeof DisputeEvent>

/** Fields and slots that a response to this dispute may have, in the order of the form. */
export const EvidenceForm = z.strictObject({
  fields: z.array(z.strictObject({ name: EvidenceField, isLong: z.boolean() })),
  slots: z.array(EvidenceSlot),
})
export type EvidenceForm = z.infer<typeof EvidenceForm>

/**
 * A dispute with its evidence and its history; `evidence` is null for callers who may not respond to disputes.
 * `canAnswer` and `canAccept` are true while the processor still takes a response or an acceptance.
 */
export const DisputeDetail = Dispute.extend({
  evidence: Evidence.nullable(),
  events: z.array(DisputeEvent),
  form: EvidenceForm,
  canAnswer: z.boolean(),
  canAccept: z.boolean(),
})
export type DisputeDetail = z.infer<typeof DisputeDetail>

export const DisputeKey = z.strictObject({ id: LookupKey })

/** A request to send the evidence. `version` is the version that the caller has read; any other version is refused. */
export const SubmitDispute = DisputeKey.extend({ version: z.int().min(0).optional() })
export type SubmitDispute = z.infer<typeof SubmitDispute>

/** Settings of disputes, which an owner chooses. */
export const DisputeSettings = z.strictObject({
  staffMayAnswer: z.boolean(),
  /** Rule by which disputes up to an amount are accepted some hours after they were opened; null: none are. */
  acceptance: z.strictObject({ upTo: Decimal, currency: Currency, afterHours: z.int() }).nullable(),
})
export type DisputeSettings = z.infer<typeof DisputeSettings>

/** Changed settings; settings that are left out stay. The amount is in the merchant's reporting currency. */
export const ChangeDisputeSettings = z.strictObject({
  staffMayAnswer: z.boolean().optional(),
  acceptance: z
    .strictObject({
      upTo: Amount,
      afterHours: z.int().min(MIN_ACCEPTANCE_HOURS).max(MAX_ACCEPTANCE_HOURS),
    })
    .nullable()
    .optional(),
})
export type ChangeDisputeSettings = z.infer<typeof ChangeDisputeSettings>

/** The time at which the owner's rule accepts a dispute; null when it does not. */
export const DisputeAcceptance = z.strictObject({ acceptsAt: Instant.nullable() })
export type DisputeAcceptance = z.infer<typeof DisputeAcceptance>

/** A merchant's response that the dispute's processor has not received yet; null when there is none. */
export const OpenResponse = z
  .strictObject({
    kind: z.enum(['submit', 'accept']),
    /** The processor's words about a permission that the key lacks. */
    processorMessage: z.string().nullable(),
  })
  .nullable()
export type OpenResponse = z.infer<typeof OpenResponse>

/** Filters and order of a list, shared with the export. */
export const disputeFilter = {
  search: withoutNull(z.string().trim().max(200)).optional().meta({
    description:
      "Id of the dispute or payment, the payment's reference, name, e-mail or amount; several words must all be found",
  }),
  state: DisputeCaseState.optional(),
  reason: DisputeReason.optional(),
  currency: Currency.optional(),
  customerId: LookupKey.optional(),
  transactionId: LookupKey.optional().meta({ description: 'Id of the payment' }),
  dueBefore: FilterDay.optional().meta({
    description:
      "Only disputes that wait for a response and are due before this day, in the merchant's zone",
  }),
  from: FilterDay.optional().meta({ description: "First day of opening, in the merchant's zone" }),
  to: FilterDay.optional().meta({ description: "Last day of opening, in the merchant's zone" }),
  minAmount: Amount.optional(),
  maxAmount: Amount.optional(),
  sort: DisputeSort.default('deadline'),
}

export const ExportDisputes = z.strictObject({ ...disputeFilter, ...exportStyle }).prefault({})
export type ExportDisputes = z.infer<typeof ExportDisputes>

export const ListDisputes = pagedInput(disputeFilter)
export type ListDisputes = z.infer<typeof ListDisputes>

/** Filters of a list, without its order and paging. */
export const SummarizeDisputes = z.strictObject(disputeFilter).omit({ sort: true }).prefault({})

export const DisputePage = pageOf(Dispute)
export type DisputePage = z.infer<typeof DisputePage>
