import { randomInt } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { sqliteFile } from '#db/database.ts'
import { dialect, freshDatabase } from '../support/database.ts'
import { blame, blameEach, drill, type Tally, tally } from '../support/drill.ts'
import { operatingGuide, shellBlocks } from '../support/guide.ts'
import { type KillableServer, startKillableServer } from '../support/killable-server.ts'
import { findBrokenInvariants } from '../support/ledger.ts'
import { type CommandResult, operatorShell } from '../support/operator-shell.ts'
import { startPayers, waitForJournal } from '../support/payers.ts'
import { postgresPrograms, startInstalledPostgres } from '../support/postgres-tools.ts'
import { type AcknowledgedPayments, paymentsIn, retryPayments } from '../support/restored.ts'
import { signUp } from '../support/sign-up.ts'

const AT_ONCE = 8

const guideCommands = shellBlocks(
  operatingGuide,
  dialect === 'sqlite' ? 'Backup and restore: SQLite' : 'Backup and restore: PostgreSQL',
)

/** The live server, its restored databases, and the guide's commands for both. */
type BackupSetup = AsyncDisposable & {
  databaseUrl: string
  /** URL of the database that is restored from the `n`th backup. */
  restoredUrl: (n: number) => string
  backup: string
  restore: (n: number) => string
  environment: (n: number) => Record<string, string>
  /** Returns a faulty backup command: its backup contains the state of an earlier moment. */
  staleBackup: () => Promise<string>
}

const makeFolder = () => mkdtempSync(path.join(tmpdir(), 'incasso-drill-backup-'))

async function setUpSqlite(): Promise<BackupSetup> {
  const fresh = await freshDatabase()
  const folder = makeFolder()
  const restoredUrl = (n: number) => `file:${folder}/restored-${n}/incasso.db`
  const [backup = '', restore = ''] = guideCommands
  return {
    databaseUrl: fresh.url,
    restoredUrl,
    backup,
    // Restores to a new file. The glob replaces the dated file name of the guide.
    restore: (n) =>
      `export DATABASE_URL='${restoredUrl(n)}'
      ${restore.replace(/backups\/incasso-[\d-]+\.db/, 'backups/*.db')}`,
    environment: () => ({ DATABASE_URL: fresh.url }),
    // Copies the database now, however late the command runs.
    staleBackup: async () => {
      const stale = path.join(folder, 'stale.db')
      const live = new SqliteDatabase(sqliteFile(fresh.url))
      live.exec(`vacuum into '${stale}'`)
      live.close()
      return `mkdir -p backups; cp '${stale}' backups/incasso.db`
    },
    [Symbol.asyncDispose]: async () => {
      await fresh.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function setUpPostgres(): Promise<BackupSetup> {
  const programs = postgresPrograms ?? ''
  const server = await startInstalledPostgres(programs)
  const restoredUrl = (n: number) => server.url.replace(/postgres$/, `incasso_restored_${n}`)
  const [backup = '', restore = ''] = guideCommands
  const idle = new pg.Client({ connectionString: server.url })
  return {
    databaseUrl: server.url,
    restoredUrl,
    backup,
    restore: (n) => restore.replaceAll('incasso_restored', `incasso_restored_${n}`),
    environment: (n) => ({
      PATH: programs,
      DATABASE_URL: server.url,
      RESTORED_URL: restoredUrl(n),
    }),
    // Exports a snapshot now, however late the dump runs.
    staleBackup: async () => {
      await idle.connect()
      await idle.query('begin isolation level repeatable read')
      const { rows } = await idle.query('select pg_export_snapshot() as snapshot')
      return backup.replace('pg_dump ', `pg_dump --snapshot='${rows[0].snapshot}' `)
    },
    [Symbol.asyncDispose]: async () => {
      await idle.end()
      await server[Symbol.asyncDispose]()
    },
  }
}

const setUp = () => (dialect === 'sqlite' ? setUpSqlite() : setUpPostgres())

type BackupTally = Tally & { bytes: number; backupMs: number; restoreMs: number; meanwhile: number }

async function measureMs(command: Promise<CommandResult>, found: BackupTally): Promise<number> {
  const startedAt = performance.now()
  const { code, output } = await command
  if (code !== 0) {
    blame(found, 'crashed', `ended with ${code}: ${output.slice(0, 300)}`)
  }
  return performance.now() - startedAt
}

type Backup = {
  n: number
  setup: BackupSetup
  server: KillableServer
  secret: string
  command: string
}

/** Makes a backup while payments continue, restores it elsewhere and checks the restored database. */
async function backUp(
  backup: Backup,
  allAcknowledged: AcknowledgedPayments,
  found: BackupTally,
): Promise<void> {
  const { n, setup, server, secret, command } = backup
  const folder = makeFolder()
  const environment = {
    ...setup.environment(n),
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  }
  const shell = operatorShell(folder, environment, { isBuilt: true })
  const { journal, stop } = startPayers({ server, secret, atOnce: AT_ONCE })
  await waitForJournal(journal, 'answered', randomInt(30, 200))
  const before: AcknowledgedPayments = new Map([...allAcknowledged, ...journal.acknowledged])
  const backupMs = await measureMs(shell(command), found)
  const since = allAcknowledged.size + journal.acknowledged.size - before.size
  await stop()
  blame(found, 'doubled', 'a key was answered with another payment', journal.doubled)
  blameEach(found, 'crashed', journal.strange)
  for (const [key, each] of journal.acknowledged) allAcknowledged.set(key, each)

  const files = readdirSync(path.join(folder, 'backups'))
  const sizes = files.map((name) => statSync(path.join(folder, 'backups', name)).size)
  found.bytes = Math.max(found.bytes, ...sizes)
  found.backupMs = Math.max(found.backupMs, backupMs)
  found.meanwhile += since
  found.restoreMs = Math.max(found.restoreMs, await measureMs(shell(setup.restore(n)), found))
  await checkRestored(backup, { before, found })
  rmSync(folder, { recursive: true, force: true })
}

async function checkRestored(
  { n, setup, server, secret }: Backup,
  { before, found }: { before: AcknowledgedPayments; found: BackupTally },
): Promise<void> {
  const restoredUrl = setup.restoredUrl(n)
  const [live, restored] = await Promise.all([
    paymentsIn(server.databaseUrl),
    paymentsIn(restoredUrl),
  ])
  for (const { id, amount } of before.values()) {
    const row = restored.get(id)
    if (row === undefined || JSON.parse(row).amount !== Math.round(Number(amount) * 100)) {
      blame(found, 'lost', `${id} of ${amount}: ${row ?? 'not in the backup'}`)
    }
  }
  // The backup must contain stored rows only, and these unchanged.
  for (const [id, row] of restored) {
    const stored = live.get(id)
    if (stored !== row) blame(found, 'crashed', `${id} was restored as ${row}, not as ${stored}`)
  }
  found.tried += 1
  if (found.lost > 0) return
  const database = { url: restoredUrl, remove: async () => {} }
  await using restoredServer = await startKillableServer({}, { database })
  await retryPayments(restoredServer, { secret, before, found })
  await restoredServer.stop()
  // Restoring includes this check. It is repeated after the restored server has run.
  const broken = await findBrokenInvariants(restoredUrl)
  blameEach(found, 'crashed', broken)
}

async function runBackups(
  count: number,
  commandOf: (setup: BackupSetup) => Promise<string> | string,
) {
  await using setup = await setUp()
  const remove = async () => {}
  await using server = await startKillableServer(
    {},
    { database: { url: setup.databaseUrl, remove } },
  )
  const { secret } = await signUp(server.url)
  const command = await commandOf(setup)
  const allAcknowledged: AcknowledgedPayments = new Map()
  const found: BackupTally = { ...tally(), bytes: 0, backupMs: 0, restoreMs: 0, meanwhile: 0 }
  for (let n = 1; n <= count; n++) {
    await backUp({ n, setup, server, secret, command }, allAcknowledged, found)
  }
  await server.stop()
  const broken = await findBrokenInvariants(setup.databaseUrl)
  blameEach(found, 'crashed', broken)
  const { bytes, backupMs, restoreMs, meanwhile, ...counts } = found
  return {
    ...counts,
    notes: [
      `${allAcknowledged.size} payments acknowledged, ${meanwhile} of them while backups were made`,
      `backup of ${(bytes / 1e6).toFixed(1)} MB in ${Math.round(backupMs)} ms at most, restored in ${Math.round(restoreMs)} ms at most`,
    ],
  }
}

drill({
  row: 'backup',
  what: 'backups of a database that payments go into, restored elsewhere and served from',
  quick: 1,
  full: dialect === 'sqlite' ? 20 : 10,
  lacks:
    dialect === 'postgres' && postgresPrograms === undefined
      ? 'PostgreSQL’s own tools (pg_dump, pg_restore, psql)'
      : undefined,
  run: (count) => runBackups(count, (setup) => setup.backup),
  selfTest: () => runBackups(1, (setup) => setup.staleBackup()),
})
