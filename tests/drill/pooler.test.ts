import pg from 'pg'
import { vi } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { addFault, addFaults, drill, isFull, type Tally, tally } from '../support/drill.ts'
import { runInnerTests } from '../support/inner-run.ts'
import { findBrokenInvariants } from '../support/ledger.ts'
import { subscribeToChanges } from '../support/listen.ts'
import { compareWithDatabase, startPayers } from '../support/payers.ts'
import { hasPooler, poolerSettings, startPooler } from '../support/pooler.ts'
import { retryPayments } from '../support/restored.ts'
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

async function payThroughPooler(count: number, poolSize = POOL): Promise<Tally> {
  const fresh = await freshDatabase({ isMigrated: false })
  const pooler = await startPooler(fresh.url, { poolSize })
  const found = tally()
  const settings = {
    ...poolerSettings(fresh.url, pooler.port),
    DATABASE_POOL_SIZE: String(PAYERS / 2),
    SANDBOX_SETTLEMENT_MS: '0',
  }
  const start = (role: 'web' | 'worker') => startProcess(role, fresh.url, settings)
  const firstServer = await start('web')
  const secondServer = await start('web')
  const worker = await start('worker')
  const { cookie, secret } = await signUp(firstServer.url)
  let updateCount = 0
  {
    await using page = await subscribeToChanges(secondServer.url, cookie)
    const payerGroups = [firstServer, secondServer].map(({ url }) =>
      startPayers({ server: { url, whenUp }, secret, atOnce: PAYERS / 2 }),
    )
    const acknowledged = () =>
      payerGroups.reduce((sum, { journal }) => sum + journal.acknowledged.size, 0)
    let maxUsed = 0
    const isEnough = async () => {
      maxUsed = Math.max(maxUsed, await usedConnections(fresh.url))
      return acknowledged() >= count
    }
    await vi.waitUntil(isEnough, { timeout: WITHIN_MS, interval: 100 })
    for (const { stop } of payerGroups) await stop()
    found.tried = acknowledged()
    if (maxUsed > poolSize + 3)
      addFault(found, 'crashed', `${maxUsed} connections of PostgreSQL were open`)
    for (const { journal } of payerGroups) {
      addFault(found, 'doubled', 'a key was answered with another payment', journal.doubled)
      addFaults(found, 'crashed', journal.strange)
    }
    const [first, second] = payerGroups
    for (const [key, each] of second?.journal.acknowledged ?? [])
      first?.journal.acknowledge(key, each)
    for (const key of second?.journal.keys ?? []) first?.journal.keys.add(key)
    if (first) {
      const { lost, doubled } = await compareWithDatabase(first.journal, fresh.url)
      addFaults(found, 'lost', lost)
      addFault(found, 'doubled', 'more payments than keys', doubled)
      const before = first.journal.acknowledged
      await retryPayments(secondServer, { secret, before, found })
    }
    updateCount = page
      .text()
      .split('\n')
      .filter((line) => line.startsWith('data:')).length
    if (updateCount === 0) addFault(found, 'crashed', 'no page was told of a payment')
    found.notes.push(`${maxUsed} connections of PostgreSQL at most, live updates included`)
  }
  for (const process of [firstServer, secondServer, worker]) await process.stop()
  addFaults(found, 'crashed', await findBrokenInvariants(fresh.url))
  await pooler.stop()
  await fresh.remove()
  return found
}

/** Runs the contract tests of every API call on servers that reach their databases through the pooler. */
async function runContractTests(found: Tally): Promise<void> {
  const { passed, failed } = await runInnerTests({
    project: 'contract-postgres',
    files: ['tests/contract/contract.test.ts'],
    environment: { TEST_POOLER: 'on' },
  })
  found.notes.push(`${passed.length} tests of the API pass by the pooler`)
  for (const { name, message } of failed) addFault(found, 'crashed', `${name}: ${message}`)
  if (passed.length === 0) addFault(found, 'crashed', 'no call was tried')
}

async function runPooled(count: number): Promise<Tally> {
  const found = await payThroughPooler(count)
  if (isFull) await runContractTests(found)
  return found
}

/** Starts a server with named statements, which the pooler does not keep. */
async function startWithNamedStatements(): Promise<Tally> {
  const fresh = await freshDatabase({ isMigrated: false })
  const pooler = await startPooler(fresh.url)
  const found = tally()
  const settings = { ...poolerSettings(fresh.url, pooler.port), DATABASE_NAMED_STATEMENTS: 'on' }
  try {
    const server = await startProcess('web', fresh.url, settings)
    await server.stop()
  } catch (error) {
    if (/DATABASE_NAMED_STATEMENTS=off/.test(String(error))) {
      addFault(found, 'crashed', 'the server does not start')
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
  run: runPooled,
  selfTest: startWithNamedStatements,
})
