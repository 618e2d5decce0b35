import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import autocannon from 'autocannon'
import pg from 'pg'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { startReceiver } from '#tests/support/receiver.ts'
import { startTraceCollector } from '#tests/support/trace-collector.ts'
import { paymentRequest, payOnceEach } from './load.ts'
import { type BenchMerchant, makeMerchant, signIn } from './merchant.ts'
import { type RunningServer, type ServerOptions, startServer } from './server.ts'
import type { Bench } from './writes.ts'

/** Bytes of a table for each payment, including indexes and TOAST. */
type TableSize = { table: string; bytes: number }

export type Sizing = {
  payments: number
  /** SQL statements per payment that arrives alone, and per payment in groups of `groupOf` payments on average. */
  statements: { alone: number; together: number; groupOf: number }
  /** CPU time for each payment or event, in microseconds. */
  cpu: {
    web: number
    database: number
    settlement: number
    delivery: number
    deliveryDatabase: number
  }
  tables: TableSize[]
  totalBytes: number
  logBytes: number
}

/** Measures the cost of a payment on PostgreSQL, for estimates of larger loads. */
export async function measureSizing({ secretKey, rounds }: Bench): Promise<Sizing> {
  const postgres = await startPostgres({ isDurable: true })
  const running = new Set<RunningServer>()
  const start: Start = async (options) => {
    const server = await startServer(postgres.url, secretKey, options)
    running.add(server)
    const stop = async () => {
      running.delete(server)
      await server.stop()
    }
    return { ...server, stop }
  }
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    const database = await databaseOf(client)
    const first = await start({ role: 'web' })
    const merchant = await makeMerchant(first.url)
    await payOnceEach(first.url, merchant.secret)
    const written = await measureWriting(first, merchant, { database, rounds })
    await first.stop()
    const statements = await measureStatements(start, merchant, rounds.connections)
    const work = await measureWorkers(start, database)
    const sizes = await readTableSizes(database)
    return {
      payments: sizes.payments,
      statements,
      cpu: { ...written.cpu, ...work },
      tables: sizes.tables,
      totalBytes: sizes.totalBytes,
      logBytes: written.logBytes,
    }
  } finally {
    for (const server of running) await server.stop()
    await client.end()
    await postgres.stop()
  }
}

/** Starts a server on the measured database. */
type Start = (options: ServerOptions) => Promise<RunningServer>

type MeasuredDatabase = {
  query: (sql: string) => Promise<Record<string, string>[]>
  cpuMs: () => number
}

async function databaseOf(client: pg.Client): Promise<MeasuredDatabase> {
  const query = async (sql: string) => (await client.query(sql)).rows as Record<string, string>[]
  const [backend] = await query('select pg_backend_pid() as pid')
  const postmaster = Number(readStat(Number(backend?.pid))[1])
  return { query, cpuMs: () => cpuOfProcessTree(postmaster) }
}

const TICK_MS = 10

/** Returns the fields of /proc/PID/stat after the process name; the second is the parent's PID. */
const readStat = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []

/** Returns the CPU time of PostgreSQL in milliseconds: its main process, living children and ended children. */
function cpuOfProcessTree(postmaster: number): number {
  const own = readStat(postmaster)
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  const living = children
    .split(' ')
    .filter(Boolean)
    .map((pid) => readStat(Number(pid)))
  const ticks = [own, ...living].flatMap((words) => words.slice(11, 13).map(Number))
  const ended = own.slice(13, 15).map(Number)
  return [...ticks, ...ended].reduce((sum, each) => sum + each, 0) * TICK_MS
}

type MeasureOptions = { database: MeasuredDatabase; rounds: Bench['rounds'] }

async function measureWriting(
  server: RunningServer,
  { secret }: BenchMerchant,
  { database, rounds }: MeasureOptions,
): Promise<{ cpu: { web: number; database: number }; logBytes: number }> {
  const { connections, seconds } = rounds
  const load = (duration: number) =>
    autocannon({ url: server.url, connections, duration, requests: [paymentRequest(secret)] })
  await load(2)
  const before = {
    web: server.cpuMs(),
    database: database.cpuMs(),
    log: await readLogEnd(database),
  }
  const result = await load(seconds)
  if (result.non2xx > 0)
    throw new Error(`payments were refused: ${JSON.stringify(result.statusCodeStats)}`)
  const each = (ms: number) => (ms * 1000) / result['2xx']
  return {
    cpu: {
      web: each(server.cpuMs() - before.web),
      database: each(database.cpuMs() - before.database),
    },
    logBytes: ((await readLogEnd(database)) - before.log) / result['2xx'],
  }
}

async function readLogEnd({ query }: MeasuredDatabase): Promise<number> {
  const [row] = await query(`select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes`)
  return Number(row?.bytes)
}

/** Counts the statements of each payment in traces, including begin and commit. */
async function measureStatements(
  start: Start,
  { secret }: BenchMerchant,
  connections: number,
): Promise<Sizing['statements']> {
  await using collector = await startTraceCollector()
  const server = await start({
    role: 'web',
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_BSP_MAX_QUEUE_SIZE: '1000000',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    },
  })
  const pay = (at: number, amount: number) =>
    autocannon({ url: server.url, connections: at, amount, requests: [paymentRequest(secret)] })
  const count = async (paid: number) => {
    const isRequest = ({ name }: { name: string }) => name === 'POST /api/payments'
    const requests = () => collector.spans.filter(isRequest).length
    for (let tries = 0; requests() < paid && tries < 400; tries++) await wait(50)
    const groups = collector.spans.filter(({ name }) => name === 'store group').length
    const found = collector.spans.filter(({ fields }) => 'db.query.text' in fields).length / paid
    collector.spans.length = 0
    return { found, groupOf: paid / groups }
  }
  await pay(1, 20)
  await count(20)
  await pay(1, 50)
  const alone = await count(50)
  const many = connections * 20
  await pay(connections, many)
  const together = await count(many)
  await server.stop()
  return { alone: alone.found, together: together.found, groupOf: together.groupOf }
}

const PENDING = 2_000

/** Measures the CPU time of the worker and PostgreSQL for settling a payment and for delivering an event. */
async function measureWorkers(start: Start, database: MeasuredDatabase) {
  await using endpoint = await startReceiver()
  const web = await start({
    role: 'web',
    environment: { SANDBOX_SETTLEMENT_MS: '100', WEBHOOK_PRIVATE: 'loopback' },
  })
  const merchant = await makeMerchant(web.url, { email: 'work@example.com' })
  const send = async (method: string, path: string, body: object) => {
    const response = await fetch(web.url + path, {
      method,
      headers: {
        authorization: `Bearer ${merchant.secret}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${path} responded with ${response.status}`)
  }
  const pay = async (paymentMethod: 'card' | 'bank') => {
    const payOne = (n: number) =>
      send('POST', '/api/payments', {
        amount: '10.34',
        customerName: 'Ada Rossi',
        customerEmail: `ada${n % 50}@example.com`,
        paymentMethod,
      })
    for (let n = 0; n < PENDING; n += 50) {
      await Promise.all(Array.from({ length: 50 }, (_, at) => payOne(n + at)))
    }
  }
  const waitUntilNone = async (sql: string) => {
    for (;;) {
      const [row] = await database.query(sql)
      if (Number(row?.left) === 0) return
      await wait(100)
    }
  }
  const pending = `select count(*) as left from transactions where status = 'pending'`
  const waiting = `select count(*) as left from webhook_events where next_attempt_at is not null`
  await pay('bank')
  const settlement = await measureWorkerUntil(start, database, () => waitUntilNone(pending))
  await setEndpoint(web.url, await signIn(web.url, merchant), endpoint.url)
  await pay('card')
  const [events] = await database.query(waiting)
  const delivery = await measureWorkerUntil(start, database, () => waitUntilNone(waiting))
  await web.stop()
  const delivered = Number(events?.left)
  return {
    settlement: (settlement.worker * 1000) / PENDING,
    delivery: (delivery.worker * 1000) / delivered,
    deliveryDatabase: (delivery.database * 1000) / delivered,
  }
}

/** Sets the webhook URL with the owner's cookie, because only owners may set it. */
async function setEndpoint(url: string, cookie: string, webhookUrl: string): Promise<void> {
  const listed = await fetch(`${url}/api/integrations`, { headers: { cookie } })
  const [integration] = (await listed.json()) as { id: string }[]
  const set = await fetch(`${url}/api/integrations/${integration?.id}`, {
    method: 'PUT',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ webhookUrl }),
  })
  if (!set.ok) throw new Error(`setting the endpoint responded with ${set.status}`)
}

async function measureWorkerUntil(
  start: Start,
  database: MeasuredDatabase,
  waitForEnd: () => Promise<void>,
): Promise<{ worker: number; database: number }> {
  const worker = await start({
    role: 'worker',
    environment: { WEBHOOK_PRIVATE: 'loopback' },
  })
  const before = { worker: worker.cpuMs(), database: database.cpuMs() }
  await waitForEnd()
  const spent = {
    worker: worker.cpuMs() - before.worker,
    database: database.cpuMs() - before.database,
  }
  await worker.stop()
  return spent
}

async function readTableSizes({ query }: MeasuredDatabase) {
  await query('vacuum analyze')
  const [row] = await query('select count(*) as payments from transactions')
  const paid = Number(row?.payments)
  const rows = await query(
    `select relname as table, pg_total_relation_size(oid) as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc`,
  )
  const tables = rows.map(({ table = '', bytes }) => ({ table, bytes: Number(bytes) / paid }))
  const totalBytes = tables.reduce((sum, { bytes }) => sum + bytes, 0)
  return { payments: paid, totalBytes, tables: tables.filter(({ bytes }) => bytes >= 10) }
}
