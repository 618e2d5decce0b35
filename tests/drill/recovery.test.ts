import { type ExecFileSyncOptions, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { vi } from 'vitest'
import { sqliteFile } from '#db/database.ts'
import { freePort } from '../support/built-server.ts'
import { dialect, freshDatabase } from '../support/database.ts'
import { blame, blameEach, drill, type Tally, tally } from '../support/drill.ts'
import { operatingGuide, shellBlocks } from '../support/guide.ts'
import { type KillableServer, startKillableServer } from '../support/killable-server.ts'
import { findBrokenInvariants } from '../support/ledger.ts'
import { chownToPostgres } from '../support/owner.ts'
import { startPayers, waitForJournal } from '../support/payers.ts'
import { postgresPrograms, startInstalledPostgres } from '../support/postgres-tools.ts'
import { type AcknowledgedPayments, paymentsIn, retryPayments } from '../support/restored.ts'
import { signUp } from '../support/sign-up.ts'

const AT_ONCE = 4

const guideCommands = shellBlocks(
  operatingGuide,
  dialect === 'sqlite' ? 'Recovery to a moment: SQLite' : 'Recovery to a moment: PostgreSQL',
)

type RecoveredServer = AsyncDisposable & { url: string }

/** A database that the guide's commands can recover to any moment. */
type RecoverySetup = AsyncDisposable & {
  databaseUrl: string
  /** Runs before the payments of the `n`th recovery. */
  begin: (n: number) => Promise<void>
  /** Resolves once everything that is stored is available to a recovery. */
  arrived: () => Promise<void>
  recover: (n: number, moment: Date) => Promise<RecoveredServer>
}

const makeFolder = () => mkdtempSync(path.join(tmpdir(), 'incasso-drill-recovery-'))

/** Runs commands of the guide. Throws with their output if they fail. */
function run(commands: string, cwd: string, options: ExecFileSyncOptions) {
  return execFileSync('bash', ['--norc', '-euc', commands], {
    cwd,
    encoding: 'utf8',
    stdio: 'pipe',
    timeout: 60_000,
    ...options,
  })
}

/** Removes the check from the commands: the drill checks the recovered database itself. */
const removeCheck = (commands: string) =>
  commands
    .split('\n')
    .filter((line) => !line.includes('npm run ops'))
    .join('\n')

async function setUpSqlite(): Promise<RecoverySetup> {
  const fresh = await freshDatabase()
  const folder = makeFolder()
  const [replicate = '', restore = ''] = guideCommands
  const env = { PATH: process.env.PATH, REPLICA: path.join(folder, 'replica') }
  const child = spawn(
    'bash',
    ['--norc', '-euc', `exec ${replicate.replace('data/incasso.db', sqliteFile(fresh.url))}`],
    { env, stdio: 'ignore' },
  )
  const recoverTo = (name: string, flag: string): RecoveredServer => {
    const file = path.join(folder, name, 'incasso.db')
    const commands = removeCheck(restore)
      .replace('-timestamp "$MOMENT"', flag)
      .replace('restored/incasso.db', file)
    run(commands, folder, { env })
    return {
      url: `file:${file}`,
      [Symbol.asyncDispose]: async () => rmSync(path.dirname(file), { recursive: true }),
    }
  }
  return {
    databaseUrl: fresh.url,
    begin: async () => {},
    arrived: async () => {
      const stored = (await paymentsIn(fresh.url)).size
      await vi.waitFor(
        async () => {
          await using newest = recoverTo('newest', '')
          const { size } = await paymentsIn(newest.url)
          if (size < stored) throw new Error(`${size} of ${stored} payments have arrived`)
        },
        { timeout: 60_000, interval: 250 },
      )
    },
    recover: async (n, moment) => recoverTo(`recovered-${n}`, `-timestamp ${moment.toISOString()}`),
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGINT')
      await ended
      await fresh.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function setUpPostgres(): Promise<RecoverySetup> {
  const programs = postgresPrograms ?? ''
  const [archive = '', copy = '', recover = ''] = guideCommands
  const folder = makeFolder()
  mkdirSync(path.join(folder, 'archive'))
  execFileSync('chmod', ['777', path.join(folder, 'archive')])
  const first = await startInstalledPostgres(programs)
  const environment = (n: number) => ({
    PATH: `${programs}:${process.env.PATH}`,
    DATABASE_URL: first.url,
    ARCHIVE: path.join(folder, 'archive'),
    BASE: path.join(folder, `base-${n}`),
    RESTORED: path.join(folder, `restored-${n}`),
  })
  const owner = chownToPostgres(folder)
  run(archive, folder, { env: environment(0), ...owner })
  const server = await first.restart()
  const queryRow = async (sql: string) => {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    try {
      return (await client.query(sql)).rows[0]
    } finally {
      await client.end()
    }
  }
  return {
    databaseUrl: server.url,
    begin: async (n) => void run(copy, folder, { env: environment(n), ...owner }),
    arrived: async () => {
      const { name } = await queryRow('select pg_walfile_name(pg_switch_wal()) as name')
      const file = path.join(folder, 'archive', name)
      await vi.waitFor(() => {
        if (!existsSync(file)) throw new Error(`${name} has not arrived in the archive`)
      }, 30_000)
    },
    recover: async (n, moment) => {
      const port = await freePort()
      const env = {
        ...environment(n),
        MOMENT: moment.toISOString().replace('T', ' ').replace('.000Z', '+00'),
        OPTIONS: `-p ${port} -h 127.0.0.1 -k ${folder} -F`,
      }
      try {
        // Ignores the output, because the server that the commands start would keep the pipes open.
        run(recover, folder, { env, ...owner, stdio: 'ignore' })
      } catch (cause) {
        throw new Error(readFileSync(`${env.RESTORED}/recovery.log`, 'utf8'), { cause })
      }
      const url = server.url.replace(/:\d+\//, `:${port}/`)
      const isOpen = async () => {
        const client = new pg.Client({ connectionString: url })
        await client.connect()
        const { rows } = await client.query('select pg_is_in_recovery() as is_recovering')
        await client.end()
        if (rows[0].is_recovering) throw new Error('the recovery has not ended')
      }
      await vi.waitFor(isOpen, { timeout: 60_000, interval: 100 })
      return {
        url,
        [Symbol.asyncDispose]: async () => {
          const stop = 'pg_ctl --pgdata="$RESTORED" --mode=immediate stop'
          run(stop, folder, { env, ...owner, stdio: 'ignore' })
        },
      }
    },
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type RecoveryTally = Tally & { recoveryMs: number; gone: number }
type Shop = { server: KillableServer; secret: string }

/** Makes payments, stops the payers and returns the acknowledged payments. */
async function payFor(shop: Shop, found: RecoveryTally): Promise<AcknowledgedPayments> {
  const { journal, stop } = startPayers({ ...shop, atOnce: AT_ONCE })
  await waitForJournal(journal, 'answered', randomInt(10, 60))
  await stop()
  blameEach(found, 'crashed', journal.strange)
  return journal.acknowledged
}

/** Returns the next whole second, once it has passed: people do not state a moment more precisely. */
async function nextSecond(): Promise<Date> {
  const moment = new Date((Math.floor(Date.now() / 1000) + 1) * 1000)
  await vi.waitUntil(() => Date.now() > moment.getTime(), { timeout: 60_000, interval: 20 })
  return moment
}

type Recovery = Shop & { n: number; setup: RecoverySetup; isLate: boolean }

/** Pays, lets a second pass, pays again, and recovers the database to that second. */
async function recoverOnce(recovery: Recovery, found: RecoveryTally): Promise<void> {
  const { n, setup, isLate } = recovery
  await setup.begin(n)
  const before = await payFor(recovery, found)
  await setup.arrived()
  const storedBefore = await paymentsIn(setup.databaseUrl)
  const requestedMoment = await nextSecond()
  const after = await payFor(recovery, found)
  await setup.arrived()
  const lateMoment = isLate ? await nextSecond() : undefined
  // The requested moment must be before the last change that has arrived.
  if (lateMoment) {
    await payFor(recovery, found)
    await setup.arrived()
  }

  const startedAt = performance.now()
  await using recovered = await setup.recover(n, lateMoment ?? requestedMoment)
  found.recoveryMs = Math.max(found.recoveryMs, performance.now() - startedAt)
  const recoveredRows = await paymentsIn(recovered.url)
  for (const [id, row] of storedBefore) {
    if (recoveredRows.get(id) !== row)
      blame(found, 'lost', `${id} of before the moment: ${recoveredRows.get(id)}`)
  }
  for (const id of recoveredRows.keys()) {
    if (!storedBefore.has(id)) blame(found, 'doubled', `${id} of after the moment is there`)
  }
  found.gone += after.size
  found.tried += 1
  if (found.lost + found.doubled > 0) return
  const database = { url: recovered.url, remove: async () => {} }
  await using restoredServer = await startKillableServer({}, { database })
  await retryPayments(restoredServer, { secret: recovery.secret, before, found })
  await restoredServer.stop()
  blameEach(found, 'crashed', await findBrokenInvariants(recovered.url))
}

async function runRecoveries(count: number, { isLate = false } = {}) {
  await using setup = await (dialect === 'sqlite' ? setUpSqlite() : setUpPostgres())
  const remove = async () => {}
  await using server = await startKillableServer(
    {},
    { database: { url: setup.databaseUrl, remove } },
  )
  const { secret } = await signUp(server.url)
  const found: RecoveryTally = { ...tally(), recoveryMs: 0, gone: 0 }
  for (let n = 1; n <= count; n++) {
    await recoverOnce({ n, setup, server, secret, isLate }, found)
  }
  await server.stop()
  blameEach(found, 'crashed', await findBrokenInvariants(setup.databaseUrl))
  const { recoveryMs, gone: paidAfterMoment, ...counts } = found
  return {
    ...counts,
    notes: [
      `${paidAfterMoment} payments of after the moment were not there`,
      `recovered in ${Math.round(recoveryMs)} ms at most`,
    ],
  }
}

/** Returns the programs that this machine lacks; undefined if it has them. */
function findMissingPrograms(): string | undefined {
  if (dialect === 'sqlite') {
    const hasLitestream = spawnSync('litestream', ['version']).status === 0
    return hasLitestream ? undefined : 'Litestream, which copies the log of SQLite'
  }
  const hasTools = existsSync(path.join(postgresPrograms ?? '', 'pg_basebackup'))
  return hasTools ? undefined : 'PostgreSQL’s own tools (pg_basebackup, pg_ctl)'
}

drill({
  row: 'recovery',
  what: 'recoveries to a second between two payments, compared with what was stored until then',
  quick: 1,
  full: 10,
  lacks: findMissingPrograms(),
  run: (count) => runRecoveries(count),
  selfTest: () => runRecoveries(1, { isLate: true }),
})
