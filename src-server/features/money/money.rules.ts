import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { BalanceEntryRow, PayoutRow } from '#db/tables/balance-tables.ts'
import { Currency, decimalFromMinor } from '#server/shared/money/money.ts'
import type { EntrySums } from './entries.queries.ts'
import type { BalanceEntry, EntrySum, FeeDetail, Payout } from './money.schema.ts'

/** Columns of an entry that the two APIs show. */
export const entryColumns = [
  'id',
  'type',
  'rawType',
  'amount',
  'fee',
  'net',
  'currency',
  'feeDetails',
  'transactionId',
  'refundId',
  'disputeId',
  'payoutId',
  'description',
  'createdAt',
  'availableAt',
  'processor',
] as const
export type ListedEntry = Pick<Selectable<BalanceEntryRow>, (typeof entryColumns)[number]>

/** A part of a fee as it is stored, with its amount in hundredths. */
const StoredFee = z.object({
  type: z.string(),
  amount: z.int(),
  description: z.string().nullable(),
})
export type StoredFee = z.infer<typeof StoredFee>
const StoredFees = z.array(StoredFee)

export const feeDetailsOf = (text: string): FeeDetail[] =>
  StoredFees.parse(JSON.parse(text)).map(({ type, amount, description }) => ({
    type,
    amount: decimalFromMinor(amount),
    description,
  }))

/** Returns an entry as the two APIs show it. */
export const entryOf = (row: ListedEntry): BalanceEntry => ({
  id: row.id,
  type: row.type,
  rawType: row.rawType,
  amount: decimalFromMinor(row.amount),
  fee: decimalFromMinor(row.fee),
  net: decimalFromMinor(row.net),
  currency: Currency.parse(row.currency),
  feeDetails: feeDetailsOf(row.feeDetails),
  transactionId: row.transactionId,
  refundId: row.refundId,
  disputeId: row.disputeId,
  payoutId: row.payoutId,
  description: row.description,
  createdAt: row.createdAt,
  availableAt: row.availableAt,
  processor: row.processor,
})

/** Returns a payout as the two APIs show it. */
export const payoutOf = (row: Selectable<PayoutRow>): Payout => ({
  id: row.id,
  status: row.status,
  amount: decimalFromMinor(row.amount),
  currency: Currency.parse(row.currency),
  arrivalAt: row.arrivalAt,
  traceId: row.traceId,
  bankLast4: row.bankLast4,
  isAutomatic: row.isAutomatic === 1,
  failureReason: row.failureReason,
  entryCount: Number(row.entryCount),
  createdAt: row.createdAt,
  processor: row.processor,
})

/** Returns sums of entries as the two APIs show them, the largest group first. */
export const entrySumsOf = (sums: readonly EntrySums[]): EntrySum[] =>
  sums
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || a.type.localeCompare(b.type))
    .map(({ type, currency, count, amount, fee, net }) => ({
      type,
      currency: Currency.parse(currency),
      count,
      amount: decimalFromMinor(amount),
      fee: decimalFromMinor(fee),
      net: decimalFromMinor(net),
    }))
