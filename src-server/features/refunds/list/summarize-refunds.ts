import type { MerchantCtx } from '#server/core/context.ts'
import { MAX_MATCHES } from '#server/services/search/search.queries.ts'
import { Currency, decimalFromMinor } from '#server/shared/money/money.ts'
import { MAX_PAGED_ROWS } from '#server/shared/page.ts'
import { RefundStatus } from '../refund-enums.schema.ts'
import { refundFilterOf } from './listed-refunds.ts'
import type { RefundFilter } from './refund-list.queries.ts'
import type { RefundSummary, SummarizeRefunds } from './refund-summary.schema.ts'
import { type RefundDays, sumRefundDays } from './refund-sums.queries.ts'
import { scanRefunds } from './scan-refunds.ts'

/** So many are added up at once. */
const ROWS = 500

type Group = { status: string; currency: string; count: number; amount: number }

/**
 * The refunds of a list by status and currency: from the sums of days where they know the filter, else by adding up
 * what the list could show, as far as its pages reach.
 */
export async function summarizeRefunds(
  { db, ...ctx }: MerchantCtx,
  input: SummarizeRefunds,
): Promise<RefundSummary> {
  const filter = await refundFilterOf({ db, ...ctx }, input)
  if (!filter) return { groups: [], isExact: true }
  const days = knownToDays(filter)
  if (days) return { groups: told(await sumRefundDays(db, days)), isExact: true }
  const tooMany = { groups: [], isExact: false }
  if (filter.ids && filter.ids.length >= MAX_MATCHES) return tooMany
  const groups = new Map<string, Group>()
  let count = 0
  for await (const rows of scanRefunds(db, filter, { sort: '-createdAt', limit: ROWS })) {
    count += rows.length
    if (count > MAX_PAGED_ROWS) return tooMany
    for (const { status, currency, amount } of rows) {
      const key = `${status} ${currency}`
      const before = groups.get(key) ?? { status, currency, count: 0, amount: 0 }
      groups.set(key, { ...before, count: before.count + 1, amount: before.amount + amount })
    }
  }
  return { groups: told([...groups.values()]), isExact: true }
}

/** The filter as the sums of days know it; undefined where they lack a part of it. */
export function knownToDays(filter: RefundFilter): RefundDays | undefined {
  const { merchantId, calendar, from, to, status, paymentMethod, currency } = filter
  const { reason, customerId, transactionId, minAmount, maxAmount, ids } = filter
  const isUnknown = [reason, customerId, transactionId, minAmount, maxAmount, ids].some(
    (part) => part !== undefined,
  )
  return isUnknown ? undefined : { merchantId, calendar, from, to, status, paymentMethod, currency }
}

const told = (groups: readonly Group[]): RefundSummary['groups'] =>
  groups
    .map((group) => ({ ...group, count: Number(group.count), amount: Number(group.amount) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || a.currency.localeCompare(b.currency))
    .map(({ status, currency, count, amount }) => ({
      status: RefundStatus.parse(status),
      currency: Currency.parse(currency),
      count,
      amount: decimalFromMinor(amount),
    }))
