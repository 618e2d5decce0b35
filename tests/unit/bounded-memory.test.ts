import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import SqliteDatabase from 'better-sqlite3'
import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { StatementCache } from '#db/sqlite/statement-cache.ts'
import { Onboarding, Timezone } from '#server/features/merchants/merchants.schema.ts'
import { KEY_BURST, memoryLimiter } from '#server/http/entrance/rate-limit.ts'
import { BoundedMap } from '#server/shared/bounded-map.ts'
import { localMoment, startOfDayMs } from '#server/shared/day.ts'
import { onboarding } from '../support/make.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Returns the first spellings of a name in upper and lower case: n letters have 2^n spellings. */
const spellingsOf = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) =>
    [...name]
      .map((letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter.toLowerCase()))
      .join(''),
  )

test('the cache keeps no spelling of a time zone, from accepted or refused bodies', async () => {
  const formatters: WeakRef<Intl.DateTimeFormat>[] = []
  const { DateTimeFormat } = Intl
  Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
    construct: (of, args: ConstructorParameters<typeof DateTimeFormat>) => {
      const formatter = new of(...args)
      formatters.push(new WeakRef(formatter))
      return formatter
    },
  })
  try {
    const spellings = spellingsOf('America/Argentina/Buenos_Aires', 3000)
    for (const timezone of spellings) {
      expect(Timezone.parse(timezone).toLowerCase()).toBe('america/argentina/buenos_aires')
      const refused = { ...onboarding({ timezone }), businessPhone: 1 }
      expect(Onboarding.safeParse(refused).success).toBe(false)
    }
    expect(formatters.length).toBeGreaterThan(1000)
    // An earlier release stored such spellings as they came.
    for (const timezone of spellings) localMoment(Date.parse('2026-03-10T12:00:00Z'), timezone)
    // A weak reference keeps its target alive until the tick that read it has ended.
    await new Promise((resolve) => setImmediate(resolve))
    collectGarbage()
    const retained = formatters.filter((each) => each.deref() !== undefined).length
    expect(retained).toBeLessThanOrEqual(600)
  } finally {
    Intl.DateTimeFormat = DateTimeFormat
  }
})

test('a time zone used by every response stays right while others evict it', () => {
  const day = () => startOfDayMs('2026-03-30', 'Europe/Rome')
  const before = day()

  for (const zone of spellingsOf('Pacific/Auckland', 2000)) localMoment(0, zone)

  expect(day()).toBe(before)
})

test('a new entry beyond the size of a bounded map replaces the oldest', () => {
  const map = new BoundedMap<string, number>(3)

  for (let n = 0; n < 10_000; n++) map.set(`key ${n}`, n)
  map.set('key 9997', -1)

  expect([...map]).toEqual([
    ['key 9997', -1],
    ['key 9998', 9998],
    ['key 9999', 9999],
  ])
})

test('a limiter forgets callers when there are more of them than it can keep', async () => {
  const limiter = memoryLimiter(() => 0)
  for (let n = 0; n < KEY_BURST; n++) await limiter.take('first')
  expect((await limiter.take('first')).waitS).toBe(1)

  for (let n = 0; n < 200_000; n++) await limiter.take(`other ${n}`)

  expect((await limiter.take('first')).waitS).toBe(0)
})

test('a connection keeps a limited number of statements', () => {
  const connection = new SqliteDatabase(':memory:')
  let prepared = 0
  const counting = new Proxy(connection, {
    get: (of, name) => {
      const value: unknown = Reflect.get(of, name, of)
      if (name === 'prepare') prepared++
      return typeof value === 'function' ? value.bind(of) : value
    },
  })
  const cache = new StatementCache(counting)
  const run = (n: number) => cache.run(CompiledQuery.raw(`select ${n} as n`))

  for (let n = 0; n < 5000; n++) expect(run(n).rows).toEqual([{ n }])
  expect(run(0).rows).toEqual([{ n: 0 }])

  expect(prepared).toBe(5001)
  connection.close()
})

/** Files with a collection that grows with use, and its bound. */
const bounds: Record<string, string> = {
  'src-server/features/ledger/post-entries.ts': 'the accounts of one balance, in one piece',
  'src-server/features/money/entry-sums.ts': 'types and currencies, in one answer',
  'src-server/features/money/reading/compare-balance.ts': 'the currencies of one account',
  'src-server/features/money/reading/store-entries.ts': 'one page of entries',
  'src-server/features/money/reading/unread-payments.queries.ts': 'payments of one step',
  'src-server/features/transactions/settle/settled-amounts.queries.ts': 'the payments of one page',
  'src-server/features/payment-links/payer/form-queues.ts':
    'merchants with forms under way; MOST_WAITING for each of them',
  'src-server/features/payment-links/link-payments.ts': 'links of one group of payments',
  'src-server/features/payment-links/payer/opened-counts.ts':
    'links that are opened within PACE_MS',
  'src-server/features/payment-links/mails/reminders.queries.ts':
    'merchants of one page of what is due',
  'src-server/services/processors/stripe/stripe-client.ts':
    'two hundred clients; the oldest goes when one more comes',
  'db/citus/citus.ts': 'the tables of the schema',
  'db/citus/per-merchant.ts': 'the statements of the code, and the rows of one statement',
  'db/migrations/2026-11-24T07-00-views-of-lists.ts': 'at most fifty views of each person, once',
  'db/prepared.ts': 'MAX_SHAPES and MAX_NAMES',
  'db/sqlite/statement-cache.ts': 'STATEMENT_CACHE_SIZE, and the two ways to name columns',
  'src-server/core/lists/list-groups.ts': 'statuses and currencies, in one answer',
  'src-server/core/work/run-serially.ts': 'work that waits for its turn',
  'src-server/core/ports/payment-consequence.ts': 'one group of payments',
  'src-server/core/work/coalesce-per-tick.ts':
    'what those who are admitted ask for in one turn of the event loop',
  'src-server/features/analytics/analytics.rules.ts': 'one answer',
  'src-server/features/analytics/analytics-summary.ts': 'one answer',
  'src-server/features/analytics/method-costs.ts': 'one answer: the methods of one merchant',
  'src-server/features/api-keys/key-uses.ts': 'keys that were used since the last flush',
  'src-server/features/audit-log/export-audit-log.ts': 'one answer: the people of one merchant',
  'src-server/features/takings/takings.rules.ts': 'the days of one answer or of one month',
  'src-server/features/customers/find-or-store-customers.ts': 'one group of payments',
  'src-server/features/customers/finish-erasure.ts': 'erasures under way',
  'src-server/features/dashboard/dashboard.rules.ts': 'one answer',
  'src-server/features/demo/create-demo.ts': 'one demo',
  'src-server/services/idempotency/idempotency.ts': 'requests under way',
  'src-server/services/identity/clerk/profiles.ts': 'MAX_PEOPLE, and requests under way',
  'src-server/services/identity/clerk/signing-keys.ts':
    'the keys of the provider, replaced as a whole',
  'src-server/services/identity/clerk/token-sources.ts': 'one request',
  'src-server/services/live/last-changes.ts':
    'at most MAX_MERCHANTS; then it is cleared and says that anybody may have changed',
  'src-server/services/live/live-bus.ts': 'open streams',
  'src-server/features/months/export-month.ts': 'sections and currencies of one month',
  'src-server/features/months/month-entries.rules.ts': 'days and kinds of one month',
  'src-server/features/months/months.rules.ts': 'sections, days and currencies of some months',
  'src-server/features/openai/figures.rules.ts': 'one answer',
  'src-server/services/request-log/request-log.ts': 'MAX_COUNTED, and MAX_WAITING rows',
  'src-server/services/search/trigram-index.queries.ts': 'one batch',
  'src-server/features/payment-links/link-summary.ts': 'statuses and currencies, in one answer',
  'src-server/features/processor-accounts/store-events.ts': 'one page of events',
  'src-server/ops/check/processor-check.ts': 'payments of some days, in a command of the operator',
  'src-server/features/team/actor-labels.ts': 'one answer',
  'src-server/features/transactions/import/imported-payments.queries.ts':
    'the payments of one page of the processor’s list',
  'src-server/features/transactions/store/insert-payments.ts':
    'payments of one group, or of one page of the processor’s list',
  'src-server/features/transactions/store/order-references.ts': 'one group of payments',
  'src-server/features/transactions/store/store-payments.ts': 'one group of payments',
  'src-server/core/queues/row-processing.ts': 'rows that are worked on',
  'src-server/services/rollups/payers.queries.ts': 'one group of payments',
  'src-server/services/rollups/sum-by-key.ts': 'one group of payments',
  'src-server/services/search/search.rules.ts': 'one text',
  'src-server/services/writing/writing-thread.ts': 'what the thread was asked and has not answered',
  'src-server/writer.ts': 'what is being written',
  'src-server/features/webhooks/delivery-worker.ts': 'deliveries under way',
  'src-server/features/webhooks/delivery-load.ts': 'deliveries under way',
  'src-server/http/openapi/document.ts': 'one document',
  'src-server/http/entrance/bodies/json-body.ts': 'the keys of one body',
  'src-server/http/entrance/load/open-connections.ts': 'MAX_CONNECTIONS',
  'src-server/http/entrance/rate-limit.ts': 'MAX_BUCKETS',
  'src-server/http/documents/reference.ts': 'the settings of a process',
  'src-server/services/identity/embedded/background-work.ts': 'mails that are written down',
  'src-server/services/mail/mail-worker.ts': 'IN_FLIGHT',
  'src-server/shared/day.ts': 'MAX_QUARTERS of each of MAX_ZONES',
  'db/postgres/bulk-connection.ts': 'the statements of one command, three for each table',
  'src-server/ops/move/figures.ts': 'two numbers for each merchant and table of one command',
  'src-server/ops/move/compare.ts': 'the merchants of one command, with a sum for each column',
  'src-server/ops/move/tables.queries.ts': 'the tables of the schema',
}

test('each file with a growing collection declares its bound', () => {
  const root = new URL('../..', import.meta.url).pathname
  const files = ['src-server', 'db'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  )
  const growingFiles = files.filter((file) =>
    /new (?:Map|Set)(?:<.*>)?\(\)/.test(readFileSync(join(root, file), 'utf8')),
  )

  expect(growingFiles.toSorted()).toEqual(Object.keys(bounds).toSorted())
})
