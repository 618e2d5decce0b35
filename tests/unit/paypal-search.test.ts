import { expect, test } from 'vitest'
import type { ReportedEntry } from '#server/core/ports/money-access.ts'
import { createMoneyAccess } from '#server/services/processors/paypal/money/paypal-money.ts'
import { createPayPalClients } from '#server/services/processors/paypal/paypal-client.ts'
import { book } from '../support/paypal/money.ts'
import { startPayPalStandIn } from '../support/paypal/paypal-stand-in.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOW_MS = Date.parse('2026-03-10T12:00:00.000Z')

/** Reads until there is no more. Returns the entries, the cursor and the number of calls. */
async function readAll(
  access: ReturnType<typeof createMoneyAccess>,
  { key, nowMs, cursor = null }: { key: string; nowMs: number; cursor?: string | null },
) {
  const entries: ReportedEntry[] = []
  let position = cursor
  for (let calls = 1; calls < 500; calls++) {
    const page = await access.readEntries(key, position, nowMs)
    entries.push(...page.rows.toReversed())
    position = page.cursor
    if (!page.isMore) return { entries, cursor: position, calls }
  }
  throw new Error('the reading does not end')
}

const createAccess = (url: string) => {
  const apiUrls = { live: `${url}/live`, test: `${url}/sandbox` }
  const clients = createPayPalClients({ apiUrls })
  return createMoneyAccess((key, act) => act(clients.of(key)))
}

test('three years are read in periods, the oldest first, and the next reading is short', async () => {
  await using paypal = await startPayPalStandIn(NOW_MS)
  const account = paypal.addAccount()
  const moment = paypal.contextOf(account)
  for (let day = 1000; day > 0; day -= 10) {
    const atMs = NOW_MS - day * DAY_MS
    book(moment, { code: 'T0006', currency: 'EUR', amount: 100, atMs, listedAtMs: atMs })
  }
  const access = createAccess(paypal.url)

  const first = await readAll(access, { key: account.key, nowMs: NOW_MS })

  // A row between two periods is in both.
  expect(new Set(first.entries.map(({ ref }) => ref)).size).toBe(100)
  const times = first.entries.map(({ createdAtMs }) => createdAtMs)
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(first.calls).toBeLessThan(40)
  const later = NOW_MS + HOUR_MS
  paypal.advance(HOUR_MS)
  const second = await readAll(access, { key: account.key, nowMs: later, cursor: first.cursor })
  expect([second.entries.length, second.calls]).toEqual([0, 1])
})

test('a period with too many transactions is divided until it is listed', async () => {
  await using paypal = await startPayPalStandIn(NOW_MS)
  const account = paypal.addAccount()
  account.money.mostRows = 50
  const moment = paypal.contextOf(account)
  for (let minute = 1; minute <= 600; minute++) {
    const atMs = NOW_MS - minute * 60_000
    book(moment, { code: 'T0006', currency: 'EUR', amount: 100, atMs, listedAtMs: atMs })
  }
  const access = createAccess(paypal.url)

  const { entries, calls } = await readAll(access, { key: account.key, nowMs: NOW_MS })

  expect(new Set(entries.map(({ ref }) => ref)).size).toBe(600)
  expect(calls).toBeLessThan(120)
})

test('a row that is listed weeks late is found by the long overlap of the next day', async () => {
  await using paypal = await startPayPalStandIn(NOW_MS)
  const account = paypal.addAccount()
  const access = createAccess(paypal.url)
  const first = await readAll(access, { key: account.key, nowMs: NOW_MS })
  book(paypal.contextOf(account), {
    code: 'T0006',
    currency: 'EUR',
    amount: 100,
    listedAtMs: NOW_MS + 20 * DAY_MS,
  })
  paypal.advance(21 * DAY_MS)

  const nowMs = NOW_MS + 21 * DAY_MS
  const { entries } = await readAll(access, { key: account.key, nowMs, cursor: first.cursor })

  expect(entries).toHaveLength(1)
})

test('an app without the permission reads nothing, and keeps its cursor', async () => {
  await using paypal = await startPayPalStandIn(NOW_MS)
  const account = paypal.addAccount({ missing: ['reporting'] })
  const access = createAccess(paypal.url)

  expect(await access.readEntries(account.key, null, NOW_MS)).toMatchObject({
    rows: [],
    isMore: false,
    isForbidden: true,
  })
})
