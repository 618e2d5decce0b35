import pg from 'pg'
import { vi } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { blame, blameEach, drill, isFull, type Tally, tally } from '../support/drill.ts'
import { innerRun } from '../support/inner-run.ts'
import { brokenInvariants } from '../support/ledger.ts'
import { listen } from '../support/listen.ts'
import { compare, startPayers } from '../support/payers.ts'
import { byPooler, hasPooler, startPooler } from '../support/pooler.ts'
import { askAgain } from '../support/restored.ts'
import { startProcess } from '../support/several-processes.ts'
import { signUp } from '../support/sign-up.ts'

/** Number of payers and of connections to the pooler, and the pooler's own connections to PostgreSQL. */
const PAYERS = 200
const POOL = 20
const WITHIN_MS = 1_200_000

const whenUp = async () => {}

/** Returns how many connections to PostgreSQL the pooler has open. */
async function usedConnections(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select count(*) as used from pg_stat_activity
       where datname = current_database() and application_name = 'incasso'
         and backend_type = 'client backend'`,
    )
    return Number(rows[0].used)
  } finally {
    await client.end()
  }
}

async function payments(count: number, poolSize = POOL): Promise<Tally> {
  const fresh = await freshDatabase({ isMigrated: false })
  const pooler = await startPooler(fresh.url, { poolSize })
  const found = tally()
  const settings = {
    ...byPooler(fresh.url, pooler.port),
    DATABASE_POOL_SIZE: String(PAYERS / 2),
    SANDBOX_SETTLEMENT_MS: '0',
  }
  const start = (role: 'web' | 'worker') => startProcess(role, fresh.url, settings)
  const one = await start('web')
  const two = await start('web')
  const worker = await start('worker')
  const { cookie, secret } = await signUp(one.url)
  let told = 0
  {
    await using page = await listen(two.url, cookie)
    const crowds = [one, two].map(({ url }) =>
      startPayers({ server: { url, whenUp }, secret, atOnce: PAYERS / 2 }),
    )
    const acknowledged = () =>
      crowds.reduce((sum, { journal }) => sum + journal.acknowledged.size, 0)
    let most = 0
    const isEnough = async () => {
      most = Math.max(most, await usedConnections(fresh.url))
      return acknowledged() >= count
    }
    await vi.waitUntil(isEnough, { timeout: WITHIN_MS, interval: 100 })
    for (const { stop } of crowds) await stop()
    found.tried = acknowledged()
    if (most > poolSize + 3) blame(found, 'crashed', `${most} connections of PostgreSQL were open`)
    for (const { journal } of crowds) {
      blame(found, 'doubled', 'a key was answered with another payment', journal.doubled)
      blameEach(found, 'crashed', journal.strange)
    }
    const [first, second] = crowds
    for (const [key, each] of second?.journal.acknowledged ?? [])
      first?.journal.acknowledge(key, each)
    for (const key of second?.journal.keys ?? []) first?.journal.keys.add(key)
    if (first) {
      const { lost, doubled } = await compare(first.journal, fresh.url)
      blameEach(found, 'lost', lost)
      blame(found, 'doubled', 'more payments than keys', doubled)
      const before = first.journal.acknowledged
      await askAgain(two, { secret, before, found })
    }
    told = page
      .text()
      .split('\n')
      .filter((line) => line.startsWith('data:')).length
    if (told === 0) blame(found, 'crashed', 'no page was told of a payment')
    found.notes.push(`${most} connections of PostgreSQL at most, live updates included`)
  }
  for (const process of [one, two, worker]) await process.stop()
  blameEach(found, 'crashed', await brokenInvariants(fresh.url))
  await pooler.stop()
  await fresh.remove()
  return found
}

/** Runs the contract tests of every API call on servers that reach their databases through the pooler. */
async function everyCall(found: Tally): Promise<void> {
  const { passed, failed } = await innerRun({
    project: 'contract-postgres',
    files: ['tests/contract/contract.test.ts'],
    environment: { TEST_POOLER: 'on' },
  })
  found.notes.push(`${passed.length} tests of the API pass by the pooler`)
  for (const { name, message } of failed) blame(found, 'crashed', `${name}: ${message}`)
  if (passed.length === 0) blame(found, 'crashed', 'no call was tried')
}

async function pooled(count: number): Promise<Tally> {
  const found = await payments(count)
  if (isFull) await everyCall(found)
  return found
}

/** Starts a server with named statements, which the pooler does not keep. */
async function named(): Promise<Tally> {
  const fresh = await freshDatabase({ isMigrated: false })
  const pooler = await startPooler(fresh.url)
  const found = tally()
  const settings = { ...byPooler(fresh.url, pooler.port), DATABASE_NAMED_STATEMENTS: 'on' }
  try {
    const server = await startProcess('web', fresh.url, settings)
    await server.stop()
  } catch (error) {
    if (/DATABASE_NAMED_STATEMENTS=off/.test(String(error))) {
      blame(found, 'crashed', 'the server does not start')
    }
  }
  await pooler.stop()
  await fresh.remove()
  return found
}

drill({
  row: 'pooler',
  what: 'payments by 200 connections over the 20 of a pooler (PgBouncer, by transaction), two processes and a worker',
  quick: 500,
  full: 10_000,
  only: 'postgres',
  lacks: hasPooler ? undefined : 'PgBouncer (Debian has it in the package pgbouncer)',
  run: pooled,
  selfTest: named,
})
