import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { BalancePart, MoneyAccess, MoneyPage } from '#server/core/ports/money-access.ts'
import { Currency } from '#server/shared/money/money.ts'
import { minorOfStripe } from '../stripe-amount.rules.ts'
import { isInvalidRequest } from '../stripe-errors.ts'
import { REFUND_NAME } from '../stripe-refunds.ts'
import { reportedEntryOf, reportedPayoutOf } from './stripe-entries.rules.ts'

type RunWithKey = <T>(secretKey: string, act: (stripe: Stripe) => Promise<T>) => Promise<T>

const PAGE = 100
const HOUR_S = 3600
/** Stripe may list an entry later than other entries of the same time. */
const ENTRY_OVERLAP_S = HOUR_S
/** A payout can fail days after it was paid, and its trace id comes up to ten days after its arrival. */
const PAYOUT_OVERLAP_S = 30 * 24 * HOUR_S

/**
 * Position in a list of Stripe's, which has the newest rows first. A period is read from its newest row, `top`, to its
 * oldest, `from`; `after` is the row that was read last. The next period begins at `top`.
 */
const Position = z.object({
  from: z.int(),
  after: z.string().nullable(),
  top: z.int().nullable(),
})
type Position = z.infer<typeof Position>

const START: Position = { from: 0, after: null, top: null }

const positionOf = (cursor: string | null): Position =>
  cursor === null ? START : Position.parse(JSON.parse(cursor))

type StripeRow = { id: string; created: number }
type List<Row> = (page: {
  created: { gte: number }
  limit: number
  starting_after?: string
}) => Promise<{ data: Row[]; has_more: boolean }>

/** Reads the next page of the period that the cursor names. */
async function readPage<Row extends StripeRow>(
  cursor: string | null,
  overlapS: number,
  list: List<Row>,
): Promise<MoneyPage<Row>> {
  const position = positionOf(cursor)
  const { from } = position
  const read = (after: string | null) =>
    list({
      created: { gte: Math.max(0, from - overlapS) },
      limit: PAGE,
      ...(after !== null && { starting_after: after }),
    })
  const { data, has_more } = await read(position.after).catch((error: unknown) => {
    // Test data can be deleted at Stripe, which then refuses to list the rows after a deleted row.
    if (position.after === null || !isInvalidRequest(error)) throw error
    return read(null)
  })
  const hasMore = has_more && data.length > 0
  const top = Math.max(position.top ?? 0, data[0]?.created ?? 0, from)
  const next: Position = hasMore
    ? { from, after: data.at(-1)?.id ?? null, top }
    : { from: top, after: null, top: null }
  return { rows: data, cursor: JSON.stringify(next), isMore: hasMore }
}

/** Returns the functions that read balances, entries and payouts of accounts at Stripe. */
export const createMoneyAccess = (withKey: RunWithKey): MoneyAccess => ({
  readEntries: (secretKey, cursor) =>
    withKey(secretKey, async (stripe) => {
      const page = await readPage(cursor, ENTRY_OVERLAP_S, (period) =>
        stripe.balanceTransactions.list({ ...period, expand: ['data.source'] }),
      )
      return { ...page, rows: page.rows.map((row) => reportedEntryOf(row, REFUND_NAME)) }
    }),
  readPayouts: (secretKey, cursor) =>
    withKey(secretKey, async (stripe) => {
      const page = await readPage(cursor, PAYOUT_OVERLAP_S, (period) =>
        stripe.payouts.list({ ...period, expand: ['data.destination'] }),
      )
      return { ...page, rows: page.rows.map(reportedPayoutOf) }
    }),
  readContents: (secretKey, payout, cursor) =>
    withKey(secretKey, async (stripe) => {
      const { data, has_more } = await stripe.balanceTransactions.list({
        payout,
        limit: PAGE,
        ...(cursor !== null && { starting_after: cursor }),
      })
      const rows = data.map(({ id }) => id)
      return { rows, cursor: rows.at(-1) ?? cursor ?? '', isMore: has_more && rows.length > 0 }
    }),
  readBalance: (secretKey) =>
    withKey(secretKey, async (stripe) => balancePartsOf(await stripe.balance.retrieve())),
})

type Amounts = readonly { amount: number; currency: string }[]

/** Converts Stripe's balance to one part for each currency. */
export function balancePartsOf(balance: Stripe.Balance): BalancePart[] {
  const { available, pending, connect_reserved = [], refund_and_dispute_prefunding } = balance
  const reserved: Amounts = [
    ...connect_reserved,
    ...(refund_and_dispute_prefunding?.available ?? []),
    ...(refund_and_dispute_prefunding?.pending ?? []),
  ]
  const codes = new Set([...available, ...pending, ...reserved].map(({ currency }) => currency))
  return [...codes].toSorted().map((code) => {
    const currency = Currency.parse(code.toUpperCase())
    const sumOf = (amounts: Amounts) =>
      amounts
        .filter((each) => each.currency === code)
        .reduce((sum, { amount }) => sum + minorOfStripe(amount, currency), 0)
    return {
      currency,
      pending: sumOf(pending),
      available: sumOf(available),
      reserved: sumOf(reserved),
    }
  })
}
