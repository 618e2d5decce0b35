import { closeSync, copyFileSync, existsSync, openSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { openDatabase, sqliteFile } from '#db/database.ts'
import { AppError } from '../core/calls/errors.ts'
import { storeOperatorRun } from '../services/operating/operator-runs.queries.ts'
import { toIso } from '../shared/day.ts'
import { type Examination, examine, isDamage, schemaOf } from './check/examine.ts'
import {
  findExisting,
  formatSeconds,
  formatSize,
  printFindings,
  removeDatabase,
  syncToDisk,
} from './files.ts'
import type { OperatorContext, PrintLine } from './operator-context.ts'
import { dumpCommand, PASSWORD_ADVICE } from './postgres-commands.ts'

const ALL_PAGES = 0x7fffffff

/**
 * Copies the database in its current state, while servers write to it, and checks the copy. Returns the exit code: 1 if
 * the copy is broken, 2 on PostgreSQL, for which it only prints the commands.
 */
export async function backup(
  operatorContext: OperatorContext,
  file: string,
  printLine: PrintLine,
): Promise<number> {
  const { databaseUrl } = operatorContext.config
  if (!databaseUrl.startsWith('file:')) {
    printLine('PostgreSQL makes consistent copies by itself:')
    printLine(`  ${dumpCommand(operatorContext.config.databaseDirectUrl, file)}`)
    printLine(PASSWORD_ADVICE)
    return 2
  }
  const beganAt = operatorContext.now()
  const copy = await copyUnverified(sqliteFile(databaseUrl), path.resolve(file))
  const { findings, payments } = await examineCopy(operatorContext, copy)
  if (findings.length > 0) {
    printFindings(printLine, findings)
    printLine(`The copy is broken, so it is not a backup. It was left at ${copy} to be examined.`)
    return 1
  }
  makeSingleFile(copy)
  renameSync(copy, path.resolve(file))
  syncToDisk(path.resolve(file))
  await recordRun(operatorContext, printLine)
  const duration = formatSeconds(operatorContext.now() - beganAt)
  printLine(
    `${file}: ${formatSize(statSync(file).size)}, ${payments} payments, checked, ${duration}`,
  )
  return 0
}

/** Copies under a name that ends in `.unverified`: a file with the requested name has been checked. */
async function copyUnverified(source: string, file: string): Promise<string> {
  const copy = `${file}.unverified`
  const existing = findExisting(file, copy)
  if (existing)
    throw new AppError('conflict', `${existing} exists already; nothing is overwritten.`)
  if (!existsSync(source)) throw new AppError('not_found', `There is no database at ${source}.`)
  closeSync(openSync(copy, 'wx', 0o600))
  const connection = new SqliteDatabase(source, { readonly: true, fileMustExist: true })
  try {
    // Copies in one step, which reads one state of the database. With several steps SQLite would start again whenever a
    // server wrote in between, and under load never finish.
    await connection.backup(copy, { progress: () => ALL_PAGES })
  } finally {
    connection.close()
  }
  syncToDisk(copy)
  return copy
}

/** Turns off the WAL, so that reading the copy, even from a read-only folder, needs no other file. */
function makeSingleFile(copy: string): void {
  const connection = new SqliteDatabase(copy)
  connection.pragma('journal_mode = delete')
  connection.close()
}

/** Checks a copy of the copy if its schema is older, so that the backup keeps its own schema. */
async function examineCopy(operatorContext: OperatorContext, copy: string): Promise<Examination> {
  if (!(await isOlder(copy))) return examine(operatorContext, copy)
  const migratedCopy = `${copy}.migrated`
  copyFileSync(copy, migratedCopy)
  try {
    return await examine(operatorContext, migratedCopy)
  } finally {
    removeDatabase(migratedCopy)
  }
}

async function isOlder(copy: string): Promise<boolean> {
  try {
    const database = openDatabase({ url: `file:${copy}` })
    try {
      return (await schemaOf(database, copy)) === 'older'
    } finally {
      await database.close()
    }
  } catch (error) {
    if (isDamage(error)) return false
    throw error
  }
}

/** Records the time of the backup, for monitoring. A failure leaves the backup valid. */
async function recordRun({ config, now }: OperatorContext, printLine: PrintLine): Promise<void> {
  const database = openDatabase({ url: config.databaseUrl })
  try {
    if ((await schemaOf(database, config.databaseUrl)) === 'older') return
    await storeOperatorRun(database.db, { verb: 'backup', at: toIso(now()), findings: 0 })
  } catch (error) {
    printLine(`! the time of this backup could not be noted: ${String(error)}`)
  } finally {
    await database.close()
  }
}
