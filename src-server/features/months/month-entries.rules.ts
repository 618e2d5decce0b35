import type { EntryType } from '#db/tables/balance-tables.ts'
import type { RecordedEntry } from './month-entries.queries.ts'
import { differenceOf, type MonthLine } from './months.rules.ts'

/** Sum of entries by type, processor and currency. */
export type EntrySum = {
  type: EntryType
  processor: string
  currency: string
  count: number
  /** Number of entries with a cost. */
  costCount: number
  amount: number
  fee: number
}

/** Money that disputes took, less what came back. */
export type DisputeSum = Pick<MonthLine, 'name' | 'currency' | 'count' | 'amount'>

/**
 * Key of the lines of one day, or of the corrections of one earlier month: `subject` is the month, and `day` is null in
 * corrections.
 */
export type LineKey = Pick<MonthLine, 'subject' | 'day'>

export type LineSums = { lineKey: LineKey; entries: EntrySum[]; disputes: DisputeSum[] }

const textOfKey = ({ subject, day }: LineKey): string => `${subject} ${day}`

/** Returns the lines of sums. Sums of the same key and kind are added up first, because they were read in slices. */
export function linesOfEntries(sums: readonly LineSums[]): MonthLine[] {
  const lines = joinKeys(sums).flatMap(({ lineKey, entries, disputes }) => [
    ...addEntries(entries).flatMap((sum) => linesOfSum(sum, lineKey)),
    ...addDisputes(disputes).map((sum) => ({
      ...sum,
      ...lineKey,
      section: 'disputes' as const,
      kind: '',
    })),
  ])
  return mergeDays(lines)
}

function joinKeys(sums: readonly LineSums[]): LineSums[] {
  const joined = new Map<string, LineSums>()
  for (const { lineKey, entries, disputes } of sums) {
    const existing = joined.get(textOfKey(lineKey)) ?? { lineKey, entries: [], disputes: [] }
    joined.set(textOfKey(lineKey), {
      lineKey,
      entries: [...existing.entries, ...entries],
      disputes: [...existing.disputes, ...disputes],
    })
  }
  return [...joined.values()]
}

/** Adds up entries by the key of their lines; entries without a key are left out. */
export function sumRows(
  rows: readonly RecordedEntry[],
  lineKeyOf: (createdAt: string) => LineKey | undefined,
): LineSums[] {
  const groups = new Map<string, { lineKey: LineKey; rows: RecordedEntry[] }>()
  for (const row of rows) {
    const lineKey = lineKeyOf(row.createdAt)
    if (!lineKey) continue
    const group = groups.get(textOfKey(lineKey)) ?? { lineKey, rows: [] }
    group.rows.push(row)
    groups.set(textOfKey(lineKey), group)
  }
  return [...groups.values()].map(({ lineKey, rows: grouped }) => ({
    lineKey,
    entries: addEntries(grouped.map(entrySumOf)),
    disputes: addDisputes(grouped.filter(isOfDispute).map(disputeSumOf)),
  }))
}

const entrySumOf = ({ type, processor, currency, amount, fee }: RecordedEntry): EntrySum => ({
  type,
  processor,
  currency,
  count: 1,
  costCount: fee !== 0 || type === 'fee' ? 1 : 0,
  amount,
  fee,
})

const isOfDispute = ({ type }: RecordedEntry): boolean =>
  type === 'dispute' || type === 'dispute_reversal'

const disputeSumOf = (entry: RecordedEntry): DisputeSum => ({
  name: entry.paymentMethod ?? '',
  currency: entry.originalCurrency ?? entry.currency,
  count: entry.type === 'dispute' ? 1 : 0,
  amount: -(entry.originalAmount ?? entry.amount),
})

/** Adds up the sums that have the same key. */
function addUp<Sum>(
  sums: readonly Sum[],
  keyOf: (sum: Sum) => string,
  add: (one: Sum, other: Sum) => Sum,
): Sum[] {
  const added = new Map<string, Sum>()
  for (const sum of sums) {
    const total = added.get(keyOf(sum))
    added.set(keyOf(sum), total ? add(total, sum) : sum)
  }
  return [...added.values()]
}

const addEntries = (sums: readonly EntrySum[]): EntrySum[] =>
  addUp(
    sums,
    ({ type, processor, currency }) => `${type} ${processor} ${currency}`,
    (one, other) => ({
      ...one,
      count: one.count + other.count,
      costCount: one.costCount + other.costCount,
      amount: one.amount + other.amount,
      fee: one.fee + other.fee,
    }),
  )

const addDisputes = (sums: readonly DisputeSum[]): DisputeSum[] =>
  addUp(
    sums,
    ({ name, currency }) => `${name} ${currency}`,
    (one, other) => ({
      ...one,
      count: one.count + other.count,
      amount: one.amount + other.amount,
    }),
  )

const payoutTypes: ReadonlySet<string> = new Set(['payout', 'payout_failure'])
/**
 * Types whose amounts are in the takings, the fees or the payouts. The section `other` has the amounts of other types.
 */
const typesWithSection: ReadonlySet<string> = new Set([
  'charge',
  'refund',
  'refund_failure',
  'dispute',
  'dispute_reversal',
  'fee',
  ...payoutTypes,
])

/** Returns the lines of a sum of entries: its cost, and its amount where payments and disputes do not contain it. */
function linesOfSum(sum: EntrySum, lineKey: LineKey): MonthLine[] {
  const { type, processor: name, currency, count, costCount, amount, fee } = sum
  const common = { ...lineKey, name, kind: type, currency, count }
  const cost = type === 'fee' ? fee - amount : fee
  return [
    ...(cost === 0
      ? []
      : [{ ...common, section: 'fees' as const, count: costCount, amount: cost }]),
    ...(payoutTypes.has(type) ? [{ ...common, section: 'payouts' as const, amount: -amount }] : []),
    ...(typesWithSection.has(type) ? [] : [{ ...common, section: 'other' as const, amount }]),
  ]
}

/** Adds up costs and other entries over the month; takings and payouts stay by day. */
function mergeDays(lines: readonly MonthLine[]): MonthLine[] {
  const isByMonth = ({ section }: MonthLine) => section === 'fees' || section === 'other'
  return [...lines.filter((line) => !isByMonth(line)), ...differenceOf(lines.filter(isByMonth), [])]
}
