import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Finding } from './check/ledger-check.ts'
import type { Say } from './office.ts'

/** Suffixes of the files that SQLite creates for an open database. */
export const SIDES = ['-wal', '-shm'] as const

/** Syncs the file and its folder: a file's name is on the disk only once the folder is. */
export function syncToDisk(file: string): void {
  for (const each of [file, path.dirname(file)]) {
    const descriptor = openSync(each, 'r')
    fsyncSync(descriptor)
    closeSync(descriptor)
  }
}

/** Gives a file a second name, or renames it if the file system has no hard links. */
export function nameAlso(file: string, name: string): void {
  try {
    linkSync(file, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error
    renameSync(file, name)
  }
}

export function removeDatabase(file: string): void {
  for (const side of ['', ...SIDES]) rmSync(file + side, { force: true })
}

/** Returns the first file that exists already. */
export const taken = (...files: string[]): string | undefined =>
  files.find((file) => existsSync(file))

export function sayFindings(say: Say, findings: readonly Finding[]): void {
  for (const { invariant, rows } of findings) {
    say(`✗ ${invariant}`)
    for (const row of rows) say(`    ${JSON.stringify(row)}`)
  }
}

export const sizeText = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`

export const secondsText = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
