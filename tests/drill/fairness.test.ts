import { execFile } from 'node:child_process'
import { request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, vi } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { dialect } from '../support/database.ts'
import { addFaults, drill, type Tally, tally } from '../support/drill.ts'
import { createKeepAliveClient } from '../support/keep-alive.ts'
import { type KillableServer, startKillableServer } from '../support/killable-server.ts'
import { findBrokenInvariants } from '../support/ledger.ts'
import { percentile } from '../support/load.ts'
import { payment } from '../support/make.ts'
import { fillEntries, fillMerchant } from '../support/many-payments.ts'
import {
  type LongRequest,
  measureOtherRequests,
  type OtherRequests,
} from '../support/other-requests.ts'
import { signUp } from '../support/sign-up.ts'

const QUICK = 20_000
/** PostgreSQL shares two CPU cores with its server here: half a million payments would take over half an hour. */
const FULL = dialect === 'sqlite' ? 500_000 : 100_000
const SELF_TEST = 200
const LISTS_AT_ONCE = 40
/** Response time limits for other requests while a long request runs. */
const P99_MS = 100
const WORST_MS = 250
/** Samples that a p99 needs. With fewer it equals the worst value, which has its own limit. */
const MIN_SAMPLES = 101
/**
 * Longest time that a write transaction may block others. On SQLite it blocks every other write. On PostgreSQL it
 * blocks only writes to the same rows, which belong to the same merchant.
 */
const MAX_WRITE_MS = dialect === 'sqlite' ? 50 : 250
/**
 * In the small count, which runs on shared machines, one write per this many may take up to WORST_MS. A disk that
 * stalls for 60 ms appears in no counter of this process or of the server.
 */
const WRITES_PER_LATE_WRITE = 100
const ENDS_WITHIN_MS = 1_800_000
const NEWLINE = 10

const root = fileURLToPath(new URL('../..', import.meta.url))

type LargeMerchant = { cookie: string; customerId: string; count: number }
type Scenario = {
  name: string
  run: (server: KillableServer, merchant: LargeMerchant) => Promise<unknown>
}

type Call = { path: string; method?: string; body?: object }

/** Resolves with the number of lines received. Storing the lines would keep this process busy. */
const call = (
  server: KillableServer,
  { cookie }: LargeMerchant,
  { path, method = 'GET', body }: Call,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const text = body && JSON.stringify(body)
    const headers = {
      cookie,
      ...(text && { 'content-type': 'application/json', 'content-length': text.length }),
    }
    const options = { method, headers, agent: false, timeout: ENDS_WITHIN_MS }
    const outgoing = request(server.url + path, options, (response) => {
      let lines = 0
      response.on('data', (chunk: Buffer) => {
        for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines++
      })
      response.on('error', reject)
      response.on('end', () => {
        const isDone = response.statusCode === 200 || response.statusCode === 204
        if (isDone && response.complete) resolve(lines)
        else reject(new Error(`${method} ${path} got ${response.statusCode}`))
      })
    })
    outgoing.on('timeout', () =>
      outgoing.destroy(new Error(`${method} ${path} was not answered in time`)),
    )
    outgoing.on('error', reject)
    outgoing.end(text)
  })

const listQueries = [
  // Filters that match few or no rows: the sums show it, an index shows it, or every row is read.
  'paymentMethod=paypal&weekday=0&slot=0',
  'status=failed&weekday=0&minAmount=89.99&sort=customerName',
  'currency=USD&slot=3&maxAmount=1.00&sort=-transactionId',
  'search=example.com&sort=amount&status=failed',
]

/** Resolves once the hourly job, which starts with the server, has deleted the old rows. */
async function waitForPruning({ databaseUrl }: KillableServer): Promise<void> {
  const { db, close } = openDatabase({ url: databaseUrl })
  const remainingRows = async () => [
    await db
      .selectFrom('idempotencyKeys')
      .select('key')
      .where('key', 'like', 'old-%')
      .limit(1)
      .executeTakeFirst(),
    await db
      .selectFrom('webhookEvents')
      .select('id')
      .where('id', 'like', 'evt_old%')
      .limit(1)
      .executeTakeFirst(),
  ]
  try {
    await vi.waitFor(async () => expect(await remainingRows()).toEqual([undefined, undefined]), {
      timeout: ENDS_WITHIN_MS,
      interval: 100,
    })
  } finally {
    await close()
  }
}

const scenarios: Scenario[] = [
  { name: 'pruning', run: waitForPruning },
  {
    name: 'export',
    run: async (server, merchant) => {
      const lines = await call(server, merchant, { path: '/api/transactions/export' })
      if (lines < merchant.count)
        throw new Error(`only ${lines} lines of ${merchant.count} were exported`)
    },
  },
  {
    name: 'lists',
    run: (server, merchant) =>
      Promise.all(
        Array.from({ length: LISTS_AT_ONCE }, (_, n) =>
          call(server, merchant, {
            path: `/api/transactions?${listQueries[n % listQueries.length]}`,
          }),
        ),
      ),
  },
  {
    name: 'erasing',
    run: (server, merchant) =>
      call(server, merchant, { path: `/api/customers/${merchant.customerId}`, method: 'DELETE' }),
  },
  {
    name: 'settings',
    run: async (server, merchant) => {
      for (const body of [{ timezone: 'Asia/Kolkata' }, { currency: 'EUR' }]) {
        await call(server, merchant, { path: '/api/merchant/profile', method: 'PATCH', body })
      }
    },
  },
  {
    name: 'month',
    run: async (server, merchant) => {
      const answer = await fetch(`${server.url}/api/months`, {
        headers: { cookie: merchant.cookie },
      })
      const months = (await answer.json()) as { month: string; state: string }[]
      const oldest = months.at(-1)
      if (!oldest) throw new Error('there is no month')
      const path = `/api/months/${oldest.month}`
      await call(server, merchant, { path })
      // The payments of the small count may all lie in the running month.
      if (oldest.state === 'open') {
        await call(server, merchant, { path: `${path}/close`, method: 'POST', body: {} })
      }
    },
  },
  {
    name: 'rebuild-rollups',
    run: ({ databaseUrl }) =>
      promisify(execFile)(process.execPath, ['dist/server/ops.js', 'rebuild-rollups'], {
        cwd: root,
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: databaseUrl,
          SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
        },
      }),
  },
]

const formatMs = (ms: number) => `${Math.round(ms)} ms`
/** Reduces, because there are too many values for the arguments of one call. */
const maxOf = (ms: readonly number[]): number => ms.reduce((most, each) => Math.max(most, each), 0)
const p99 = (ms: readonly number[]) => percentile(ms, 0.99)

function faultsOf(measured: OtherRequests, isFull: boolean): string[] {
  const { name, healthMs, paymentMs, refused, holds, failure } = measured
  const allowedLate = isFull ? 0 : Math.ceil(holds.all / WRITES_PER_LATE_WRITE)
  const waits = [
    ['/healthz', healthMs],
    ['the payment', paymentMs],
  ] as const
  return [
    ...waits.flatMap(([what, ms]) => [
      ms.length >= MIN_SAMPLES &&
        p99(ms) > P99_MS &&
        `${name}: p99 of ${what} ${formatMs(p99(ms))}, beyond ${P99_MS} ms`,
      maxOf(ms) > WORST_MS &&
        `${name}: worst of ${what} ${formatMs(maxOf(ms))}, beyond ${WORST_MS} ms`,
    ]),
    failure !== undefined && `${name} failed: ${failure}`,
    refused > 0 && `${name}: ${refused} others were refused`,
    holds.late > allowedLate &&
      `${name}: ${holds.late} of ${holds.all} writes held the database beyond ${MAX_WRITE_MS} ms`,
    holds.late > 0 &&
      holds.withinS * 1000 > WORST_MS &&
      !isFull &&
      `${name}: a write held the database for up to ${formatMs(holds.withinS * 1000)}`,
  ].filter((fault) => fault !== false)
}

function noteOf(measured: OtherRequests): string {
  const { name, healthMs, paymentMs, holds, stalledMs, starvedMs, tookMs } = measured
  const waits = (ms: readonly number[]) => `${formatMs(p99(ms))} / ${formatMs(maxOf(ms))}`
  return [
    `${name}: p99 / worst of ${healthMs.length} × /healthz ${waits(healthMs)}`,
    `of ${paymentMs.length} payments ${waits(paymentMs)}`,
    `${holds.all} writes held the database within ${formatMs(holds.withinS * 1000)}`,
    `took ${formatMs(tookMs)}, of which the server had no processor for ${formatMs(starvedMs)}`,
    `the drill stood still for ${formatMs(stalledMs)} at most`,
  ].join(', ')
}

async function measureFairness(
  server: KillableServer,
  { count, chosen = scenarios }: { count: number; chosen?: Scenario[] },
): Promise<Tally> {
  const { cookie, secret: own } = await signUp(server.url)
  const { secret } = await signUp(server.url, 'other@example.com')
  using client = createKeepAliveClient(server.url, 1)
  const { status } = await client.send({
    method: 'POST',
    path: '/api/payments',
    headers: { authorization: `Bearer ${own}`, 'idempotency-key': 'first' },
    body: payment(),
  })
  if (status !== 201) throw new Error(`the first payment got ${status}`)
  await server.stop()
  const filledAtMs = performance.now()
  const { customerId } = await fillMerchant(server.databaseUrl, count)
  await fillEntries(server.databaseUrl)
  const fillMs = performance.now() - filledAtMs
  await server.start()

  const measured: OtherRequests[] = []
  for (const { name, run } of chosen) {
    const work: LongRequest = { name, run: () => run(server, { cookie, customerId, count }) }
    measured.push(await measureOtherRequests({ server, secret, heldMs: MAX_WRITE_MS }, work))
  }
  await server.stop()

  const faults = [
    ...measured.flatMap((one) => faultsOf(one, count === FULL)),
    ...(await findBrokenInvariants(server.databaseUrl)),
  ]
  const found = tally({
    tried: measured.length === chosen.length ? count : 0,
    notes: [...measured.map(noteOf), `filled in ${Math.round(fillMs / 1000)} s`],
  })
  addFaults(found, 'crashed', faults)
  return found
}

drill({
  row: 'fairness',
  what: `seven long requests on a merchant with so many payments, each while others ask: /healthz and another merchant's payment within ${P99_MS} ms (p99) and ${WORST_MS} ms, no write beyond ${MAX_WRITE_MS} ms; time in which the drill stood still or the server had no processor is not counted`,
  quick: QUICK,
  full: FULL,
  measuresTime: true,
  run: async (count) => {
    await using server = await startKillableServer({ SANDBOX_SETTLEMENT_MS: '3600000' })
    return await measureFairness(server, { count })
  },
  selfTest: async () => {
    await using server = await startKillableServer({}, { fault: 'blocking' })
    const chosen = scenarios.filter(({ name }) => name === 'export')
    return await measureFairness(server, { count: SELF_TEST, chosen })
  },
})
