import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

const OWNER_ONLY = 0o600

/** Suffixes of the files that SQLite creates for an open database; it gives them the mode of the database file. */
const SUFFIXES = ['', '-wal', '-shm', '-journal']

/**
 * Makes the files of a database accessible to their owner only, including files that an older release left open to
 * other users. Files of another user stay unchanged: their mode was that user's decision.
 */
export function keepPrivate(file: string): void {
  for (const suffix of SUFFIXES) {
    const found = statSync(file + suffix, { throwIfNoEntry: false })
    const isOurs = found?.uid === process.geteuid?.()
    if (found?.isFile() && isOurs && (found.mode & 0o077) !== 0)
      chmodSync(file + suffix, OWNER_ONLY)
  }
}

/** Creates an empty file that only its owner may read, unless there is one; SQLite treats it as a new database. */
export function makePrivate(file: string): void {
  if (!statSync(file, { throwIfNoEntry: false })) closeSync(openSync(file, 'a', OWNER_ONLY))
  keepPrivate(file)
}
