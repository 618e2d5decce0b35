import { z } from 'zod'
import type { EntryPage, MoneyAccess } from '#server/core/ports/money-access.ts'
import type { PayPalClient } from '../paypal-client.ts'
import { isForbidden, isOutsideData, isRefusedRequest, isTooLarge } from '../paypal-errors.ts'
import { parseRef } from '../paypal-refs.rules.ts'
import { readState } from '../paypal-state.ts'
import {
  entriesOfTransaction,
  entryOfCapture,
  knownBalances,
  openingEntriesOf,
  payoutOfTransaction,
} from './paypal-entries.rules.ts'
import { BalancesResponse, SearchResponse } from './paypal-money.schema.ts'

type RunWithKey = <T>(secretKey: string, act: (client: PayPalClient) => Promise<T>) => Promise<T>

const PAGE = 100
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** PayPal lists transactions of the last three years. Five days less allow for its calendar. */
const KEPT_FOR_MS = (3 * 365 - 5) * DAY_MS
/** Longest period of one search. */
const MAX_SPAN_MS = 31 * DAY_MS
/** PayPal's times are exact to the second. */
const MIN_SPAN_MS = 1000
/** PayPal lists a transaction up to three hours late. */
const OVERLAP_MS = 4 * HOUR_MS
/**
 * A transaction may stay pending for weeks, and is listed by the day on which it began. So this longer period is read
 * again once a day.
 */
const LONG_OVERLAP_MS = 30 * DAY_MS

/**
 * Position in PayPal's transaction search. Everything before `from` was read once. `window` is the period that is being
 * read, `spanMs` the length of the next period, and `longAt` the time of the next long overlap.
 */
const Position = z.object({
  from: z.int(),
  longAt: z.int(),
  spanMs: z.int(),
  window: z.object({ start: z.int(), end: z.int(), page: z.int() }).nullable(),
})
type Position = z.infer<typeof Position>
type OpenPosition = Position & { window: NonNullable<Position['window']> }

const pageOf = (
  rows: Pick<EntryPage, 'rows' | 'payouts'>,
  next: Position,
  isMore: boolean,
): EntryPage => ({
  ...rows,
  cursor: JSON.stringify(next),
  isMore,
})

/** Returns the functions that read balances, entries and payouts of accounts at PayPal. */
export const createMoneyAccess = (withKey: RunWithKey): MoneyAccess => ({
  permission: 'Transaction Search',
  readEntries: (secretKey, cursor, nowMs) =>
    withKey(secretKey, (client) =>
      readEntries(client, cursor, nowMs).catch((error: unknown): EntryPage => {
        if (!isForbidden(error)) throw error
        return { rows: [], cursor: cursor ?? '', isMore: false, isForbidden: true }
      }),
    ),
  // PayPal lists withdrawals among the entries, without their contents.
  readPayouts: async (_, cursor) => ({ rows: [], cursor: cursor ?? '', isMore: false }),
  readContents: async (_, __, cursor) => ({ rows: [], cursor: cursor ?? '', isMore: false }),
  readBalance: (secretKey) =>
    withKey(secretKey, async (client) => {
      const response = await readBalances(client)
      const asOf = response.as_of_time ?? response.last_refresh_time
      return knownBalances(response).map(({ currency, available, withheld }) => ({
        currency,
        pending: 0,
        available,
        reserved: withheld,
        ...(asOf !== undefined && { asOfMs: Date.parse(asOf) }),
      }))
    }),
  readPaymentEntries: (secretKey, paymentRef) =>
    withKey(secretKey, async (client) => {
      const { captures } = await readState(client, parseRef(paymentRef))
      return captures.map(entryOfCapture).filter((entry) => entry !== undefined)
    }),
})

const timeText = (atMs: number): string => encodeURIComponent(new Date(atMs).toISOString())

async function readBalances(client: PayPalClient, atMs?: number): Promise<BalancesResponse> {
  const query = atMs === undefined ? '' : `?as_of_time=${timeText(atMs)}`
  return BalancesResponse.parse(
    await client.call({ method: 'GET', path: `/v1/reporting/balances${query}` }),
  )
}

async function readEntries(
  client: PayPalClient,
  cursor: string | null,
  nowMs: number,
): Promise<EntryPage> {
  if (cursor === null || cursor === '') return readOpening(client, nowMs)
  const position = openWindow(Position.parse(JSON.parse(cursor)), nowMs)
  const { window } = position
  const query = `start_date=${timeText(window.start)}&end_date=${timeText(window.end)}`
  const path = `/v1/reporting/transactions?${query}&page_size=${PAGE}&page=${window.page}`
  const response = await client.call({ method: 'GET', path }).catch((error: unknown) => {
    if (isTooLarge(error)) return 'too large' as const
    if (isOutsideData(error)) return 'outside data' as const
    throw error
  })
  if (response === 'too large') return pageOf({ rows: [] }, narrow(position), true)
  if (response === 'outside data') return skip(position, nowMs)
  const {
    transaction_details: details,
    total_pages: pages,
    ...rest
  } = SearchResponse.parse(response)
  const infos = details
    .map(({ transaction_info: info }) => info)
    .toSorted((one, other) => startOf(other) - startOf(one))
  const entries = {
    rows: infos.flatMap(entriesOfTransaction),
    payouts: infos.map(payoutOfTransaction).filter((payout) => payout !== undefined),
  }
  if (pages > window.page) {
    const next = { ...position, window: { ...window, page: window.page + 1 } }
    return pageOf(entries, next, true)
  }
  const listedUntil = rest.last_refreshed_datetime
  const until =
    listedUntil === undefined ? window.end : Math.min(window.end, Date.parse(listedUntil))
  return closeWindow(position, { entries, nowMs, until })
}

const startOf = ({ transaction_initiation_date: at }: { transaction_initiation_date: string }) =>
  Date.parse(at)

/** Begins with the balance at the start of PayPal's list, so that the ledger adds up to today's balance. */
async function readOpening(client: PayPalClient, nowMs: number): Promise<EntryPage> {
  const from = nowMs - KEPT_FOR_MS
  const next = { from, longAt: nowMs + DAY_MS, spanMs: MAX_SPAN_MS, window: null }
  const response = await readBalances(client, from).catch((error: unknown) => {
    // PayPal has no balance of a time before the account existed.
    if (!isRefusedRequest(error)) throw error
    return undefined
  })
  return pageOf({ rows: response ? openingEntriesOf(response, from) : [] }, next, true)
}

/** Opens the next period, unless one is being read. It overlaps with the last reading. */
function openWindow(position: Position, nowMs: number): OpenPosition {
  const { from, longAt, spanMs, window } = position
  if (window) return { ...position, window }
  const isLong = nowMs >= longAt
  const overlapMs = isLong ? LONG_OVERLAP_MS : OVERLAP_MS
  const start = Math.max(from - overlapMs, nowMs - KEPT_FOR_MS)
  return {
    ...position,
    longAt: isLong ? nowMs + DAY_MS : longAt,
    window: { start, end: Math.min(start + spanMs, nowMs), page: 1 },
  }
}

/** Reads half of the period: PayPal refuses to list more than ten thousand transactions. */
function narrow({ window, ...position }: OpenPosition): Position {
  const spanMs = Math.ceil((window.end - window.start) / 2)
  if (spanMs < MIN_SPAN_MS) throw new Error('PayPal lists too many transactions of a second')
  return { ...position, spanMs, window: { ...window, end: window.start + spanMs, page: 1 } }
}

/** Continues after a period whose start PayPal does not list: it is too long ago, or not listed yet. */
function skip(position: OpenPosition, nowMs: number): EntryPage {
  const { window } = position
  const entries = { rows: [] }
  if (window.start > nowMs - DAY_MS) return pageOf(entries, { ...position, window: null }, false)
  return closeWindow(position, { entries, nowMs, until: window.end })
}

/** Continues with the next period, or ends when this one reached the present. */
function closeWindow(
  position: OpenPosition,
  {
    entries,
    nowMs,
    until,
  }: { entries: Pick<EntryPage, 'rows' | 'payouts'>; nowMs: number; until: number },
): EntryPage {
  const { end } = position.window
  const from = Math.max(position.from, until)
  const spanMs = Math.min(MAX_SPAN_MS, position.spanMs * 2)
  if (until < end || end >= nowMs - MIN_SPAN_MS) {
    return pageOf(entries, { ...position, from, spanMs, window: null }, false)
  }
  const window = { start: end, end: Math.min(end + spanMs, nowMs), page: 1 }
  return pageOf(entries, { ...position, from, spanMs, window }, true)
}
