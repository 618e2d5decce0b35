import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Finding } from './check/ledger-check.ts'
import type { PrintLine } from './operator-context.ts'

/** Suffixes of the files that SQLite creates for an open database. */
export const SUFFIXES = ['-wal', '-shm'] as const

/** Syncs the file and its folder: a file's name is on the disk only once the folder is. */
export function syncToDisk(file: string): void {
  for (const each of [file, path.dirname(file)]) {
    const descriptor = openSync(each, 'r')
    fsyncSync(descriptor)
    closeSync(descriptor)
  }
}

/**
 * Gives a file a second name, or renames it if the file system has no hard links.
 * @throws if the name exists already.
 */
export function linkOrRename(file: string, name: string): void {
  try {
    linkSync(file, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error
    renameSync(file, name)
  }
}

/** Deletes an SQLite file and its log files, if they exist. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', ...SUFFIXES]) rmSync(file + suffix, { force: true })
}

/** Returns the first of these paths at which a file exists; undefined if there is none. */
export const findExisting = (...files: string[]): string | undefined =>
  files.find((file) => existsSync(file))

/** Prints each broken invariant and the rows that break it. */
export function printFindings(printLine: PrintLine, findings: readonly Finding[]): void {
  for (const { invariant, rows } of findings) {
    printLine(`✗ ${invariant}`)
    for (const row of rows) printLine(`    ${JSON.stringify(row)}`)
  }
}

export const formatSize = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`

export const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
