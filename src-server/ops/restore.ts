import { constants, copyFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { sqliteFile } from '#db/database.ts'
import { keepPrivate } from '#db/sqlite/private-file.ts'
import { AppError } from '../core/calls/errors.ts'
import { toIso } from '../shared/day.ts'
import { examine, isDamage } from './check/examine.ts'
import {
  nameAlso,
  removeDatabase,
  SIDES,
  sayFindings,
  secondsText,
  sizeText,
  syncToDisk,
} from './files.ts'
import type { Office, Say } from './office.ts'
import { PASSWORD_ADVICE, restoreCommand } from './postgres-commands.ts'

/** Replaces the database with a checked copy of a backup, and keeps the former database. */
export async function restore(office: Office, file: string, say: Say): Promise<number> {
  const { databaseUrl } = office.config
  if (!databaseUrl.startsWith('file:')) {
    say('Into a new, empty database, which DATABASE_URL then names:')
    say(`  ${restoreCommand(office.config.databaseDirectUrl, file)}`)
    say(PASSWORD_ADVICE)
    return 2
  }
  const target = sqliteFile(databaseUrl)
  if (!existsSync(file)) throw new AppError('not_found', `There is no file ${file}.`)
  if (isSame(file, target)) {
    throw new AppError('conflict', `${file} is the database itself.`)
  }
  const beganAt = office.now()
  mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 })
  const held = holdAlone(target)
  try {
    const incoming = copyOf(file, `${target}.restoring`)
    const examined = await examine(office, incoming).catch((error: unknown) => {
      removeDatabase(incoming)
      throw error
    })
    const { findings, payments, secrets } = examined
    if (findings.length > 0) {
      removeDatabase(incoming)
      sayFindings(say, findings)
      say(`${file} is broken; the database was left as it is.`)
      return 1
    }
    syncToDisk(incoming)
    const aside = putInPlace(incoming, target, toIso(office.now()).replaceAll(/[:.]/g, '-'))
    if (secrets.unknown > 0) {
      say(`! ${secrets.unknown} stored secrets open with none of the keys in SECRET_KEY:`)
      say('! set it to the one that belongs to the backup')
    }
    const took = secondsText(office.now() - beganAt)
    say(`${target}: ${sizeText(statSync(target).size)}, ${payments} payments, checked, ${took}`)
    if (aside) say(`The former database was kept as ${aside}`)
    return 0
  } finally {
    held?.close()
  }
}

function isSame(file: string, target: string): boolean {
  const [one, other] = [statSync(file), statSync(target, { throwIfNoEntry: false })]
  return one.ino === other?.ino && one.dev === other.dev
}

/**
 * Locks the file against every other connection until it is closed. Leaving the WAL detects them: SQLite refuses it
 * while another process has the file open, even idle, and it copies the log into the file. Nothing is locked if there
 * is no database, or one so damaged that no server can use it.
 */
function holdAlone(file: string): SqliteDatabase.Database | undefined {
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
function copyOf(file: string, copy: string): string {
  removeDatabase(copy)
  copyFileSync(file, copy, constants.COPYFILE_FICLONE)
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`)
  keepPrivate(copy)
  return copy
}

/** Replaces the database; a database exists under its name at every moment. Returns the path of the former one. */
function putInPlace(incoming: string, target: string, stamp: string): string | undefined {
  const aside = existsSync(target) ? `${target}.before-restore-${stamp}` : undefined
  keepPrivate(target)
  if (aside) nameAlso(target, aside)
  // The log of the former database must not be read into the new one.
  for (const side of SIDES) {
    const log = target + side
    if (existsSync(log)) renameSync(log, `${aside ?? `${target}.before-restore-${stamp}`}${side}`)
  }
  renameSync(incoming, target)
  syncToDisk(target)
  return aside
}
