import { z } from 'zod'
import { Day, FilterDay, Month } from '#server/shared/day.ts'
import { exportStyle } from '#server/shared/export-style.ts'
import { LookupKey } from '#server/shared/id.ts'
import { Currency, Decimal } from '#server/shared/money/money.ts'
import { pagedInput, pageOf } from '#server/shared/page.ts'
import { Instant, withoutNull } from '#server/shared/text/text.ts'
import {
  BalancePart,
  EntryType,
  MoneySort,
  PayoutPart,
  PayoutStatus,
} from './money-enums.schema.ts'

/** A merchant's money at a processor, in one currency. */
export const Balance = z.strictObject({
  processor: z.string(),
  accountId: z.string().nullable(),
  currency: Currency,
  pending: Decimal.meta({ description: 'Not available yet' }),
  available: Decimal.meta({
    description: 'Part of the next payout; negative after refunds of money that was paid out',
  }),
  reserved: Decimal.meta({ description: 'Held back by the processor' }),
  inTransit: Decimal.meta({ description: 'Paid out, and not on the bank account yet' }),
  nextPayoutAt: Instant.nullable(),
  readAt: Instant.nullable(),
})
export type Balance = z.infer<typeof Balance>

/** A balance as version 2 returns it, with additional fields. */
export const BalanceV2 = Balance.extend({
  missingPermission: z
    .string()
    .nullable()
    .meta({ description: 'Permission that the key lacks, in the words of the processor' }),
})
export type BalanceV2 = z.infer<typeof BalanceV2>

/** An account whose balance cannot be read, because its key lacks a permission. */
export const UnreadBalance = z.strictObject({
  processor: z.string(),
  accountId: z.string().nullable(),
  permission: z.string(),
})
export type UnreadBalance = z.infer<typeof UnreadBalance>

/** A part of a fee. */
export const FeeDetail = z.strictObject({
  type: z.string(),
  amount: Decimal,
  description: z.string().nullable(),
})
export type FeeDetail = z.infer<typeof FeeDetail>

export const BalanceEntry = z.strictObject({
  id: z.string(),
  type: EntryType,
  rawType: z.string(),
  amount: Decimal.meta({ description: 'Gross amount, before the fee' }),
  fee: Decimal,
  net: Decimal.meta({ description: '`amount` less `fee`' }),
  currency: Currency,
  feeDetails: z.array(FeeDetail),
  transactionId: z.string().nullable(),
  refundId: z.string().nullable(),
  disputeId: z.string().nullable(),
  payoutId: z.string().nullable(),
  description: z.string().nullable(),
  createdAt: Instant,
  availableAt: Instant,
  processor: z.string(),
})
export type BalanceEntry = z.infer<typeof BalanceEntry>

export const Payout = z.strictObject({
  id: z.string(),
  status: PayoutStatus,
  amount: Decimal,
  currency: Currency,
  arrivalAt: Instant.nullable(),
  traceId: z.string().nullable(),
  bankLast4: z.string().nullable(),
  isAutomatic: z.boolean(),
  failureReason: z.string().nullable(),
  entryCount: z.int(),
  createdAt: Instant,
  processor: z.string(),
})
export type Payout = z.infer<typeof Payout>

/** Count and sums of the entries of one type and currency. */
export const EntrySum = z.strictObject({
  type: EntryType,
  currency: Currency,
  count: z.int(),
  amount: Decimal,
  fee: Decimal,
  net: Decimal,
})
export type EntrySum = z.infer<typeof EntrySum>

/** A payout with the sums of its entries, whose net amounts add up to it once `contents` is `complete`. */
export const PayoutDetail = Payout.extend({
  contents: z.enum(['pending', 'complete', 'unavailable']),
  sums: z.array(EntrySum),
})
export type PayoutDetail = z.infer<typeof PayoutDetail>

const search = withoutNull(z.string().trim().max(200)).optional()
const from = FilterDay.optional().meta({ description: "First day, in the merchant's zone" })
const to = FilterDay.optional().meta({ description: "Last day, in the merchant's zone" })

/** Filters and order of the entries, shared with the export. */
export const entryFilter = {
  search: search.meta({
    description:
      'Id of an entry, payout, payment or refund, or the reference, name, e-mail or amount of its payment; several words must all be found',
  }),
  type: EntryType.optional(),
  currency: Currency.optional(),
  processor: LookupKey.optional().meta({ description: 'Only entries of this processor' }),
  payoutId: LookupKey.optional().meta({ description: 'Id of the payout' }),
  transactionId: LookupKey.optional().meta({ description: 'Id of the payment' }),
  customerId: LookupKey.optional().meta({
    description: 'Only entries of the newest 1,000 payments of this customer',
  }),
  part: BalancePart.optional().meta({
    description:
      'Only entries of which this part of the balance consists, such as those that are available and in no payout',
  }),
  from,
  to,
  sort: MoneySort.default('-createdAt'),
}

export const ExportEntries = z.strictObject({ ...entryFilter, ...exportStyle }).prefault({})
export type ExportEntries = z.infer<typeof ExportEntries>

export const ListEntries = pagedInput(entryFilter)
export type ListEntries = z.infer<typeof ListEntries>

/** Filters of the entries, without order and paging. */
export const SummarizeEntries = z.strictObject(entryFilter).omit({ sort: true }).prefault({})
export type SummarizeEntries = z.infer<typeof SummarizeEntries>

export const EntrySummary = z.strictObject({
  groups: z.array(EntrySum),
  /** False when there are too many rows to add up; then `groups` is empty. */
  isExact: z.boolean(),
})
export type EntrySummary = z.infer<typeof EntrySummary>

export const EntryPage = pageOf(BalanceEntry)

/** Filters and order of the payouts, shared with the export. */
export const payoutFilter = {
  search: search.meta({
    description: 'Id or trace id of the payout, its amount, or the last digits of the bank account',
  }),
  status: PayoutStatus.optional(),
  currency: Currency.optional(),
  processor: LookupKey.optional().meta({ description: 'Only payouts of this processor' }),
  part: PayoutPart.optional().meta({
    description:
      'Only payouts of which this part of the balance consists: those that are `pending` or `in_transit`',
  }),
  from,
  to,
  sort: MoneySort.default('-createdAt'),
}

export const ExportPayouts = z.strictObject({ ...payoutFilter, ...exportStyle }).prefault({})
export type ExportPayouts = z.infer<typeof ExportPayouts>

export const ListPayouts = pagedInput(payoutFilter)
export type ListPayouts = z.infer<typeof ListPayouts>

/** Filters of the payouts, without order and paging. */
export const SummarizePayouts = z.strictObject(payoutFilter).omit({ sort: true }).prefault({})
export type SummarizePayouts = z.infer<typeof SummarizePayouts>

export const PayoutPage = pageOf(Payout)

export const PayoutKey = z.strictObject({ id: LookupKey })

/** Request for a payout of all that is available in a currency; by default the reporting currency. */
export const NewPayout = z.strictObject({ currency: Currency.optional() }).prefault({})
export type NewPayout = z.infer<typeof NewPayout>

export const PayoutMonth = z.strictObject({ month: Month })

/** A payout on the day of its arrival, in the merchant's zone. */
export const ArrivingPayout = Payout.pick({
  id: true,
  status: true,
  amount: true,
  currency: true,
}).extend({ day: Day })
export type ArrivingPayout = z.infer<typeof ArrivingPayout>
