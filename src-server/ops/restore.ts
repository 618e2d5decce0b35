import { constants, copyFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { sqliteFile } from '#db/database.ts'
import { keepPrivate } from '#db/sqlite/private-file.ts'
import { AppError } from '../core/calls/errors.ts'
import { toIso } from '../shared/day.ts'
import { examine, isDamage } from './check/examine.ts'
import {
  formatSeconds,
  formatSize,
  linkOrRename,
  printFindings,
  removeDatabase,
  SUFFIXES,
  syncToDisk,
} from './files.ts'
import type { OperatorContext, PrintLine } from './operator-context.ts'
import { PASSWORD_ADVICE, restoreCommand } from './postgres-commands.ts'

/**
 * Replaces the database with a checked copy of a backup, and keeps the former database under another name. Returns the
 * exit code: 1 if the backup is broken, 2 on PostgreSQL, for which it only prints the commands.
 */
export async function restore(
  operatorContext: OperatorContext,
  file: string,
  printLine: PrintLine,
): Promise<number> {
  const { databaseUrl } = operatorContext.config
  if (!databaseUrl.startsWith('file:')) {
    printLine('Into a new, empty database, which DATABASE_URL then names:')
    printLine(`  ${restoreCommand(operatorContext.config.databaseDirectUrl, file)}`)
    printLine(PASSWORD_ADVICE)
    return 2
  }
  const target = sqliteFile(databaseUrl)
  if (!existsSync(file)) throw new AppError('not_found', `There is no file ${file}.`)
  if (isSame(file, target)) {
    throw new AppError('conflict', `${file} is the database itself.`)
  }
  const beganAt = operatorContext.now()
  mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 })
  const lock = lockExclusively(target)
  try {
    const incoming = copyWithLog(file, `${target}.restoring`)
    const examination = await examine(operatorContext, incoming).catch((error: unknown) => {
      removeDatabase(incoming)
      throw error
    })
    const { findings, payments, secrets } = examination
    if (findings.length > 0) {
      removeDatabase(incoming)
      printFindings(printLine, findings)
      printLine(`${file} is broken; the database was left as it is.`)
      return 1
    }
    syncToDisk(incoming)
    const formerFile = replaceDatabase(
      incoming,
      target,
      toIso(operatorContext.now()).replaceAll(/[:.]/g, '-'),
    )
    if (secrets.unknown > 0) {
      printLine(`! ${secrets.unknown} stored secrets open with none of the keys in SECRET_KEY:`)
      printLine('! set it to the one that belongs to the backup')
    }
    const duration = formatSeconds(operatorContext.now() - beganAt)
    printLine(
      `${target}: ${formatSize(statSync(target).size)}, ${payments} payments, checked, ${duration}`,
    )
    if (formerFile) printLine(`The former database was kept as ${formerFile}`)
    return 0
  } finally {
    lock?.close()
  }
}

function isSame(file: string, target: string): boolean {
  const [one, other] = [statSync(file), statSync(target, { throwIfNoEntry: false })]
  return one.ino === other?.ino && one.dev === other.dev
}

/**
 * Locks the file against every other connection until it is closed. Leaving the WAL detects them: SQLite refuses it
 * while another process has the file open, even idle, and it copies the log into the file. Nothing is locked if the
 * database is missing, or so damaged that no server can use it.
 */
function lockExclusively(file: string): SqliteDatabase.Database | undefined {
  if (!existsSync(file)) return undefined
  const connection = new SqliteDatabase(file, { timeout: 1000 })
  try {
    connection.pragma('locking_mode = exclusive')
    const mode = connection.pragma('journal_mode = delete', { simple: true })
    if (mode !== 'delete') throw new Error(`journal_mode stayed ${String(mode)}`)
    connection.exec('begin exclusive')
    return connection
  } catch (error) {
    connection.close()
    if (isDamage(error)) return undefined
    throw new AppError(
      'conflict',
      `${file} is in use: stop the server, and whatever else has it open, first.`,
      { cause: error },
    )
  }
}

/** Copies the file, and also its log, in case it was copied by other means than our backup. */
function copyWithLog(file: string, copy: string): string {
  removeDatabase(copy)
  copyFileSync(file, copy, constants.COPYFILE_FICLONE)
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`)
  keepPrivate(copy)
  return copy
}

/** Replaces the database; a database exists under its name at every moment. Returns the path of the former database. */
function replaceDatabase(incoming: string, target: string, stamp: string): string | undefined {
  const formerFile = existsSync(target) ? `${target}.before-restore-${stamp}` : undefined
  keepPrivate(target)
  if (formerFile) linkOrRename(target, formerFile)
  // The log of the former database must not be read into the new one.
  for (const suffix of SUFFIXES) {
    const log = target + suffix
    if (existsSync(log))
      renameSync(log, `${formerFile ?? `${target}.before-restore-${stamp}`}${suffix}`)
  }
  renameSync(incoming, target)
  syncToDisk(target)
  return formerFile
}
