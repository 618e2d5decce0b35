import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { type Kysely, Migrator, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, sqliteFile } from '#db/database.ts'
import { migrateToLatest, migrationNames } from '#db/migrate.ts'
import * as firstPayment from '#db/migrations/2026-11-21T00-00-first-payment.ts'
import { portableFor } from '#db/portable.ts'
import { runLedgerCheck } from '#server/ops/check/ledger-check.ts'
import { offlineVerbs } from '#server/ops/file-verbs.ts'
import type { OperatorContext } from '#server/ops/operator-context.ts'
import { dialect, type FreshDatabase, freshDatabase } from '../support/database.ts'
import { operatingGuide, shellBlocks } from '../support/guide.ts'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { operatorShell } from '../support/operator-shell.ts'
import { postgresPrograms, startInstalledPostgres } from '../support/postgres-tools.ts'
import { isQuick } from '../support/runs.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64')

let folder: string
let fresh: FreshDatabase

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'incasso-backup-'))
  fresh = await freshDatabase()
})
afterEach(async () => {
  await fresh.remove()
  rmSync(folder, { recursive: true, force: true })
})

const operatorContextOf = (app: TestApp): OperatorContext => ({
  config: app.world.config,
  now: app.clock.now,
  worldOf: (database) => ({ ...app.world, db: database.db, dialect: database.dialect }),
})

async function run(operatorContext: OperatorContext, verb: string, ...words: string[]) {
  const lines: string[] = []
  const code = await offlineVerbs[verb]?.run(operatorContext, words, (line) => lines.push(line))
  return { code, text: lines.join('\n') }
}

const inFolder = (name: string) => path.join(folder, name)

async function takeOnePayment(app: TestApp): Promise<void> {
  const alice = await app.person()
  const paid = await alice.rest('POST', '/api/payments', payment())
  expect(paid.status).toBe(201)
}

const paymentsIn = (file: string): string[] => {
  const connection = new SqliteDatabase(file, { readonly: true })
  const ids = connection.prepare('select id from transactions order by id').pluck().all()
  connection.close()
  return ids as string[]
}

/** Makes a backup with one payment. The app's database is closed with a second payment in it. */
async function makeBackupAndPay(): Promise<{ office: OperatorContext; backup: string }> {
  await using app = await testApp({ fresh })
  await takeOnePayment(app)
  const operatorContext = operatorContextOf(app)
  const backup = inFolder('backup.db')
  expect(await run(operatorContext, 'backup', backup)).toMatchObject({ code: 0 })
  await takeOnePayment(app)
  await app.db.updateTable('merchants').set({ businessName: 'After the backup' }).execute()
  return { office: operatorContext, backup }
}

describe.runIf(dialect === 'sqlite')('with SQLite', () => {
  test.skipIf(isQuick)(
    'a backup by another process under load holds every write acknowledged before it began',
    {
      timeout: 120_000,
    },
    async () => {
      await using app = await testApp({ fresh })
      const shop = await keyCaller(app, await app.person())
      const before: string[] = []
      const pay = async (n: number) => {
        const customerEmail = `customer${n % 7}@example.com`
        const { status, json } = await shop.rest(
          'POST',
          '/api/payments',
          payment({ customerEmail }),
        )
        expect(status).toBe(201)
        return json().id as string
      }
      for (let n = 0; n < 40; n++) before.push(await pay(n))
      const shell = operatorShell(folder, { DATABASE_URL: fresh.url, SECRET_KEY })
      const [commands = ''] = shellBlocks(operatingGuide, 'Backup and restore: SQLite')

      const stopPayments = new AbortController()
      const paidDuringBackup: string[] = []
      const writers = Array.from({ length: 4 }, async () => {
        while (!stopPayments.signal.aborted)
          paidDuringBackup.push(await pay(paidDuringBackup.length))
      })
      const backupRun = await shell(commands).finally(() => stopPayments.abort())
      await Promise.all(writers)

      expect(backupRun).toMatchObject({ code: 0 })
      expect(backupRun.output).toMatch(/kB|MB/)
      expect(backupRun.output).toMatch(/\d+ payments, checked, \d+\.\d s/)
      const [name = '', ...more] = readdirSync(inFolder('backups'))
      expect(more).toEqual([])
      expect(name).toMatch(/^incasso-[\d-]+\.db$/)
      const file = path.join(folder, 'backups', name)
      expect(statSync(file).mode & 0o777).toBe(0o600)
      const stored = new Set(paymentsIn(file))
      expect(before.filter((id) => !stored.has(id))).toEqual([])
      // Payments were stored during the backup, and payments after its snapshot are not in it.
      expect(paidDuringBackup.length).toBeGreaterThan(10)
      expect(stored.size).toBeLessThan(before.length + paidDuringBackup.length)
    },
  )

  test('a restore brings the backup back and keeps the replaced database', async () => {
    const { office: operatorContext, backup } = await makeBackupAndPay()
    const target = sqliteFile(fresh.url)
    const backedUpPayments = paymentsIn(backup)

    const restored = await run(operatorContext, 'restore', backup)

    expect(restored.code).toBe(0)
    expect(restored.text).toContain('1 payments, checked')
    expect(paymentsIn(target)).toEqual(backedUpPayments)
    expect(statSync(target).mode & 0o777).toBe(0o600)
    const asideFiles = readdirSync(path.dirname(target)).filter((name) =>
      name.includes('before-restore'),
    )
    expect(asideFiles).toHaveLength(1)
    const previous = new SqliteDatabase(path.join(path.dirname(target), asideFiles[0] ?? ''))
    expect(previous.prepare('select distinct business_name from merchants').pluck().all()).toEqual([
      'After the backup',
    ])
    previous.close()
    await using app = await testApp({ fresh })
    expect((await runLedgerCheck(app.world)).findings).toEqual([])
    const merchants = await app.db.selectFrom('merchants').select('businessName').execute()
    expect(merchants).toEqual([{ businessName: 'Bar Centrale' }])
  })

  test.skipIf(isQuick)('the guide’s command restores', { timeout: 60_000 }, async () => {
    const { backup } = await makeBackupAndPay()
    const shell = operatorShell(folder, { DATABASE_URL: fresh.url, SECRET_KEY })
    const [, restore = ''] = shellBlocks(operatingGuide, 'Backup and restore: SQLite')

    const restored = await shell(restore.replace(/backups\/incasso-[\d-]+\.db/, backup))

    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('1 payments') })
    expect(restored.output).not.toContain('!')
    const connection = new SqliteDatabase(sqliteFile(fresh.url))
    expect(connection.prepare('select business_name from merchants').pluck().all()).toEqual([
      'Bar Centrale',
    ])
    connection.close()
  })

  test('a backup never overwrites a file, and needs a database to copy', async () => {
    await using app = await testApp({ fresh })
    const operatorContext = operatorContextOf(app)
    writeFileSync(inFolder('mine.db'), 'mine')
    writeFileSync(inFolder('other.db.unverified'), 'mine too')
    const otherContext = {
      ...operatorContext,
      config: { ...operatorContext.config, databaseUrl: 'file:/tmp/none/x.db' },
    }

    await expect(run(operatorContext, 'backup', inFolder('mine.db'))).rejects.toThrow(
      'exists already',
    )
    await expect(run(operatorContext, 'backup', inFolder('other.db'))).rejects.toThrow(
      'exists already',
    )
    await expect(run(otherContext, 'backup', inFolder('new.db'))).rejects.toThrow('no database')
    await expect(run(operatorContext, 'backup')).rejects.toThrow('Name one file')
    await expect(run(operatorContext, 'backup', 'a', 'b')).rejects.toThrow('Name one file')

    expect(readFileSync(inFolder('mine.db'), 'utf8')).toBe('mine')
    expect(readFileSync(inFolder('other.db.unverified'), 'utf8')).toBe('mine too')
    expect(readdirSync(folder).toSorted()).toEqual(['mine.db', 'other.db.unverified'])
  })

  test('a broken ledger makes no backup, and the copy stays for inspection', async () => {
    await using app = await testApp({ fresh })
    await takeOnePayment(app)
    await sql`update rollup_days set amount = amount + 1`.execute(app.db)

    const { code, text } = await run(operatorContextOf(app), 'backup', inFolder('backup.db'))

    expect(code).toBe(1)
    expect(text).toContain('✗ the sums by day')
    expect(text).toContain('backup.db.unverified')
    expect(existsSync(inFolder('backup.db'))).toBe(false)
    expect(paymentsIn(inFolder('backup.db.unverified'))).toHaveLength(1)
  })

  test('a backup is recorded for monitoring, in the database itself', async () => {
    await using app = await testApp({ fresh })
    await run(operatorContextOf(app), 'backup', inFolder('backup.db'))

    const runs = await app.db.selectFrom('operatorRuns').selectAll().execute()

    expect(runs).toEqual([{ verb: 'backup', at: '2026-03-10T12:00:00.000Z', findings: 0 }])
  })

  test('an older schema is backed up unchanged, and migrated when it is restored', async () => {
    await using app = await testApp({ fresh })
    const live = { url: `file:${inFolder('live.db')}` }
    const operatorContext = {
      ...operatorContextOf(app),
      config: { ...app.world.config, databaseUrl: live.url },
    }
    const first = openDatabase(live)
    const up = (db: Kysely<unknown>) => firstPayment.up(db, portableFor('sqlite'))
    const provider = { getMigrations: async () => ({ [String(migrationNames[0])]: { up } }) }
    await new Migrator({ db: first.db.withoutPlugins(), provider }).migrateToLatest()
    await first.close()

    expect(await run(operatorContext, 'backup', inFolder('old.db'))).toMatchObject({ code: 0 })

    const copy = new SqliteDatabase(inFolder('old.db'), { readonly: true })
    const schema = copy.prepare('select name from kysely_migration').pluck().all()
    copy.close()
    expect(schema).toEqual([migrationNames[0]])
    expect(await run(operatorContext, 'restore', inFolder('old.db'))).toMatchObject({ code: 0 })
    const database = openDatabase(live)
    expect(await migrateToLatest(database)).toEqual([])
    await database.close()
    const files = readdirSync(folder).filter((name) => !name.includes('before-restore'))
    expect(files.toSorted()).toEqual(['live.db', 'old.db'])
  })

  test('a restore is refused while a process has the database open', {
    timeout: 60_000,
  }, async () => {
    const { office: operatorContext, backup } = await makeBackupAndPay()
    const target = sqliteFile(fresh.url)
    const idle = openDatabase({ url: fresh.url })
    await sql`select 1 from merchants`.execute(idle.db)

    await expect(run(operatorContext, 'restore', backup)).rejects.toThrow('is in use')
    const shell = operatorShell(folder, { DATABASE_URL: fresh.url, SECRET_KEY })
    const restoreRun = await shell(`npm run ops -- restore ${backup}`)

    expect(restoreRun).toMatchObject({ code: 1, output: expect.stringContaining('is in use') })
    const rows = await idle.db.selectFrom('merchants').select('businessName').distinct().execute()
    expect(rows).toEqual([{ businessName: 'After the backup' }])
    await idle.close()
    expect(readdirSync(path.dirname(target))).toEqual(['incasso.db'])
    expect(await run(operatorContext, 'restore', backup)).toMatchObject({ code: 0 })
  })

  test('a restore refuses a broken, newer or foreign file, and changes nothing', async () => {
    const { office: operatorContext, backup } = await makeBackupAndPay()
    const target = sqliteFile(fresh.url)
    const before = paymentsIn(target)
    const changed = (name: string, statements: string) => {
      const file = inFolder(name)
      writeFileSync(file, readFileSync(backup))
      const connection = new SqliteDatabase(file)
      connection.exec(statements)
      connection.close()
      return file
    }
    const truncatedFile = inFolder('cut.db')
    writeFileSync(truncatedFile, readFileSync(backup).subarray(0, 200_000))
    writeFileSync(
      inFolder('text.db'),
      'This is not a database, but it is long enough to be one. '.repeat(40),
    )

    const ledger = await run(
      operatorContext,
      'restore',
      changed('sums.db', 'delete from rollup_days'),
    )
    expect([ledger.code, ledger.text]).toEqual([1, expect.stringContaining('✗ the sums by day')])
    for (const file of [truncatedFile, inFolder('text.db')]) {
      const damaged = await run(operatorContext, 'restore', file)
      expect([damaged.code, damaged.text]).toEqual([1, expect.stringContaining('✗ ')])
    }
    const newer = `insert into kysely_migration (name, timestamp) values ('2099-01-01', 'x')`
    await expect(run(operatorContext, 'restore', changed('newer.db', newer))).rejects.toThrow(
      'newer release',
    )
    const none = changed('none.db', 'drop table kysely_migration')
    await expect(run(operatorContext, 'restore', none)).rejects.toThrow('no database of Incasso')
    await expect(run(operatorContext, 'restore', inFolder('gone.db'))).rejects.toThrow(
      'There is no file',
    )
    await expect(run(operatorContext, 'restore', target)).rejects.toThrow('is the database itself')

    expect(paymentsIn(target)).toEqual(before)
    expect(readdirSync(path.dirname(target)).filter((name) => !/-(?:wal|shm)$/.test(name))).toEqual(
      ['incasso.db'],
    )
  })

  test('a restore works over a damaged or missing database, without its old log', async () => {
    const { office: operatorContext, backup } = await makeBackupAndPay()
    const target = sqliteFile(fresh.url)
    writeFileSync(target, 'no database at all '.repeat(300))
    writeFileSync(`${target}-wal`, 'the log of another')

    expect(await run(operatorContext, 'restore', backup)).toMatchObject({ code: 0 })
    expect(paymentsIn(target)).toEqual(paymentsIn(backup))
    const keptFile = readdirSync(path.dirname(target)).find((name) =>
      name.includes('before-restore'),
    )
    const previous = readFileSync(path.join(path.dirname(target), keptFile ?? ''), 'utf8')
    expect(previous).toContain('no database at all')

    rmSync(path.dirname(target), { recursive: true })
    expect(await run(operatorContext, 'restore', backup)).toMatchObject({ code: 0 })
    expect(paymentsIn(target)).toEqual(paymentsIn(backup))
  })
})

test('the verbs on PostgreSQL print commands without the password, and exit with an error', async () => {
  await using app = await testApp({ fresh })
  const operatorContext = operatorContextOf(app)
  const databaseUrl = 'postgres://ada:hunter2secret@pooler.example:6432/incasso?sslmode=require'
  // A connection pooler cannot transfer a dump.
  const databaseDirectUrl = databaseUrl.replace('pooler.example:6432', 'db.example:5432')
  const otherContext = {
    ...operatorContext,
    config: { ...operatorContext.config, databaseUrl, databaseDirectUrl },
  }

  const backup = await run(otherContext, 'backup', 'it’s.dump')
  const restore = await run(otherContext, 'restore', "o'hara.dump")

  expect([backup.code, restore.code]).toEqual([2, 2])
  const address = `'postgres://ada@db.example:5432/incasso?sslmode=require'`
  expect(backup.text).toContain(`pg_dump --format=custom --file='it’s.dump' ${address}`)
  expect(restore.text).toContain(`--dbname=${address} 'o'\\''hara.dump'`)
  expect(backup.text + restore.text).not.toContain('hunter2')
})

test('the printed commands name each of several hosts', async () => {
  await using app = await testApp({ fresh })
  const databaseUrl =
    'postgres://ada:hunter2secret@one:5432,two/incasso?target_session_attrs=read-write'
  const operatorContext = operatorContextOf(app)
  const config = { ...operatorContext.config, databaseUrl, databaseDirectUrl: databaseUrl }

  const backup = await run({ ...operatorContext, config }, 'backup', 'all.dump')

  expect(backup.text).toContain(
    "'postgres://ada@one:5432,two/incasso?target_session_attrs=read-write'",
  )
  expect(backup.text).not.toContain('hunter2')
})

const hasTools = dialect === 'postgres' && postgresPrograms !== undefined

test.runIf(hasTools)(
  'the guide’s commands dump and restore PostgreSQL',
  { timeout: 120_000 },
  async () => {
    const programs = postgresPrograms ?? ''
    await using server = await startInstalledPostgres(programs)
    const source = openDatabase({ url: server.url })
    await migrateToLatest(source)
    await source.close()
    const shared = { url: server.url, remove: async () => undefined }
    await using app = await testApp({ fresh: shared })
    await takeOnePayment(app)
    const restoredUrl = server.url.replace(/postgres$/, 'incasso_restored')
    const shell = operatorShell(folder, {
      PATH: programs,
      DATABASE_URL: server.url,
      RESTORED_URL: restoredUrl,
      SECRET_KEY,
    })
    const [dump = '', restore = ''] = shellBlocks(operatingGuide, 'Backup and restore: PostgreSQL')

    expect(await shell(dump)).toMatchObject({ code: 0 })
    await takeOnePayment(app)
    await app.db.updateTable('merchants').set({ businessName: 'After the dump' }).execute()
    const restored = await shell(restore)

    expect(restored.output).toMatch(/ 0 broken\n$/)
    expect(restored.code).toBe(0)
    const database = openDatabase({ url: restoredUrl })
    const names = await database.db.selectFrom('merchants').select('businessName').execute()
    const payments = await database.db.selectFrom('transactions').select('id').execute()
    await database.close()
    expect([names, payments.length]).toEqual([[{ businessName: 'Bar Centrale' }], 1])
    // The command prints the exact pg_dump call, without the password.
    const printed = await shell('npm run ops -- backup again.dump || true')
    const command = /^ +(pg_dump .*)$/m.exec(printed.output)?.[1] ?? ''
    expect(await shell(`PGPASSWORD=postgres ${command}`)).toMatchObject({ code: 0 })
    expect(statSync(inFolder('again.dump')).size).toBeGreaterThan(1000)
  },
)
