import { randomInt } from 'node:crypto'
import { afterAll, expect, vi } from 'vitest'
import { migrationNames } from '#db/migrate.ts'
import type { FreshDatabase } from '../support/database.ts'
import {
  countConnections,
  rowsOf,
  schemaOf,
  type Tables,
  tablesOf,
} from '../support/database-snapshot.ts'
import { addFault, drill, type Tally, tally } from '../support/drill.ts'
import { createKeepAliveClient } from '../support/keep-alive.ts'
import { type KillableServer, startKillableServer } from '../support/killable-server.ts'
import { findBrokenInvariants } from '../support/ledger.ts'
import { payment } from '../support/make.ts'
import { type MigratingServer, startMigratingServer } from '../support/migrating-server.ts'
import { copyDatabase, createOldDatabase, unchangedColumns } from '../support/old-database.ts'
import { signUp } from '../support/sign-up.ts'

/** Migrations of the first release whose schema had everything that payments need. Older ones had no webhooks. */
const OLDEST = 8
/** Attempts at most, because a kill may come too late. */
const MAX_TRIES = 8

/** Tables of SQLite's search index. A migration and a job advance it, and `ops check` compares it with the texts. */
const searchTables = [
  'search_index',
  'search_trigram_counts',
  'search_stale',
  'search_lists',
  // Trigrams too frequent for an index that later releases no longer have.
  'search_common',
]

type Snapshot = { schema: string[]; rows: Record<string, string> }

const takeSnapshot = async (url: string, tables: Tables): Promise<Snapshot> => ({
  schema: await schemaOf(url),
  rows: await rowsOf(url, tables),
})

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** An older release's database with payments, its image before the migration, and the statements that it takes. */
type OldDatabase = { database: FreshDatabase; tables: Tables; before: Snapshot; statements: number }

/** Starts a server with final payments of this release, so that a restarted server has nothing to do to them. */
async function startWithPayments(payments: number) {
  const server = await startKillableServer({ SANDBOX_SETTLEMENT_MS: '0' })
  const { secret } = await signUp(server.url)
  using client = createKeepAliveClient(server.url, 8)
  const send = (path: string, body?: object, key = 'none') =>
    client.send({
      method: body === undefined ? 'GET' : 'POST',
      path,
      headers: { authorization: `Bearer ${secret}`, 'idempotency-key': key },
      ...(body !== undefined && { body }),
    })
  const pay = (n: number) => {
    const customerEmail = `customer${n % 40}@example.com`
    return send('/api/payments', payment({ customerEmail, customerName: `Ada ${n}` }), `k${n}`)
  }
  await Promise.all(Array.from({ length: payments }, (_, n) => pay(n)))
  await vi.waitFor(
    async () => {
      const { body } = await send('/api/transactions?status=pending')
      expect(JSON.parse(body)).toEqual([])
    },
    { timeout: 60_000, interval: 200 },
  )
  await server.stop()
  return server
}

async function prepareOldDatabase(count: number, rowsFrom: string): Promise<OldDatabase> {
  const database = await createOldDatabase(count, rowsFrom)
  const tables = await tablesOf(database.url)
  for (const name of searchTables) tables.delete(name)
  for (const [name, columns] of tables) tables.set(name, unchangedColumns(name, columns))
  const before = await takeSnapshot(database.url, tables)
  const trial = await copyDatabase(database)
  const server = await startMigratingServer(trial.url)
  const isMigrated = await server.waitUntilMigrated()
  const statements = server.statements()
  await server.kill()
  await trial.remove()
  if (!isMigrated) throw new Error(`it does not migrate from ${count}: ${server.output()}`)
  return { database, tables, before, statements }
}

type MigrationContext = {
  old: OldDatabase
  newest: string[]
  fault: string | undefined
  found: Tally
}

/** Returns the state after a kill: entirely `old` or entirely `new`. Anything else is `between`, a fault. */
async function stateOf(
  url: string,
  { old, newest, found }: MigrationContext,
): Promise<'old' | 'new' | 'between'> {
  await vi.waitFor(async () => expect(await countConnections(url)).toBe(0), { timeout: 60_000 })
  const { schema, rows } = await takeSnapshot(url, old.tables)
  const changed = Object.keys(rows).filter((name) => rows[name] !== old.before.rows[name])
  if (changed.length > 0) {
    found.notes.push(`other rows in ${changed.join(', ')}`)
    return 'between'
  }
  if (isSame(schema, old.before.schema)) return 'old'
  return isSame(schema, newest) ? 'new' : 'between'
}

/** Kills the first of the servers that reaches the statement. */
async function killFirst(servers: MigratingServer[], statements: number) {
  const first = await Promise.race(
    servers.map(async (server) => {
      await server.waitForStatements(statements)
      return server
    }),
  )
  const inTime = !(await first.kill())
  return { inTime, others: servers.filter((server) => server !== first) }
}

/** Kills migrations of one database up to `maxKills` times, then completes it. Returns the number of kills. */
async function killMigrations(
  context: MigrationContext,
  maxKills: number,
  isParallel: boolean,
): Promise<number> {
  const { old, fault, found } = context
  await using copy = await makeDisposable(copyDatabase(old.database))
  const { url } = copy
  let kills = 0
  let state = 'old'
  const reportFault = (text: string) => addFault(found, 'crashed', text)
  for (let tries = 0; tries < MAX_TRIES && kills < maxKills && state === 'old'; tries++) {
    const servers = await Promise.all(
      Array.from({ length: isParallel ? 2 : 1 }, () => startMigratingServer(url, fault)),
    )
    // A broken server must be killed between its steps, which are in the later half of its statements.
    const from = fault === undefined ? 1 : Math.ceil(old.statements / 2)
    const { inTime, others } = await killFirst(servers, randomInt(from, old.statements))
    if (inTime) kills += 1
    // A server that migrates in parallel with the killed one must complete.
    for (const server of others) {
      if (!(await server.waitUntilMigrated()))
        reportFault(`the other one: ${server.output().slice(0, 300)}`)
      await server.kill()
    }
    state = await stateOf(url, context)
    if (state === 'between')
      reportFault('neither the schema of before nor that of after, or other rows')
  }
  if (state === 'between') return kills
  const last = await startMigratingServer(url, fault)
  if (!(await last.waitUntilMigrated())) reportFault(`not through: ${last.output().slice(0, 300)}`)
  await last.kill()
  if ((await stateOf(url, context)) !== 'new')
    reportFault('not what a fresh database is, or other rows')
  const broken = await findBrokenInvariants(url)
  for (const each of broken) reportFault(each)
  return kills
}

const makeDisposable = async (database: Promise<FreshDatabase>) => {
  const { url, remove } = await database
  return { url, [Symbol.asyncDispose]: remove }
}

/** Shared by the drill and its self-test. */
const fixtures = {
  olds: new Map<number, OldDatabase>(),
  source: undefined as KillableServer | undefined,
}

afterAll(async () => {
  for (const { database } of fixtures.olds.values()) await database.remove()
  await fixtures.source?.[Symbol.asyncDispose]()
})

async function getOldDatabase(version: number, source: KillableServer): Promise<OldDatabase> {
  const old = fixtures.olds.get(version) ?? (await prepareOldDatabase(version, source.databaseUrl))
  fixtures.olds.set(version, old)
  return old
}

async function kills(count: number, fault?: string): Promise<Tally> {
  const found = tally()
  const isFull = count > 10
  fixtures.source ??= await startWithPayments(isFull ? 2000 : 200)
  const newest = await schemaOf(fixtures.source.databaseUrl)
  const versions = Array.from({ length: migrationNames.length - OLDEST }, (_, n) => n + OLDEST)
  let databases = 0
  let parallelKills = 0
  while (found.tried < count && databases < count * MAX_TRIES) {
    const version = isFull ? versions[databases % versions.length] : OLDEST
    const old = await getOldDatabase(version ?? OLDEST, fixtures.source)
    const maxKills = Math.min(randomInt(1, 4), count - found.tried)
    const isParallel = parallelKills <= found.tried / 2
    const killCount = await killMigrations({ old, newest, fault, found }, maxKills, isParallel)
    found.tried += killCount
    if (isParallel) parallelKills += killCount
    databases += 1
  }
  const statements = [...fixtures.olds.values()].map((old) => old.statements)
  found.notes = [
    `${databases} databases, of ${fixtures.olds.size} older schemas`,
    `${parallelKills} kills while another migrated too`,
    `up to ${Math.max(...statements)} statements until the schema is new`,
    ...found.notes.slice(0, 10),
  ]
  return found
}

drill({
  row: 'migrations',
  what: 'kill -9 while the schema of an older release is brought up to date, half with two at it',
  quick: 3,
  full: 100,
  run: (count) => kills(count),
  selfTest: () => kills(2, 'halfway'),
})
