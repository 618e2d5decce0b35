import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

const OWNER_ONLY = 0o600

/** What SQLite keeps beside a file while it is open; it makes them with the file's own mode. */
const SIDES = ['', '-wal', '-shm', '-journal']

/**
 * Makes the files of a database their owner's alone, also those of a release that left them open to
 * others. A file of another user is left as it is: how open it is was that user's decision.
 */
export function keepPrivate(file: string): void {
  for (const side of SIDES) {
    const found = statSync(file + side, { throwIfNoEntry: false })
    const isOurs = found?.uid === process.geteuid?.()
    if (found?.isFile() && isOurs && (found.mode & 0o077) !== 0) chmodSync(file + side, OWNER_ONLY)
  }
}

/** Makes an empty file that only its owner may read, unless there is one; SQLite takes it as new. */
export function makePrivate(file: string): void {
  if (!statSync(file, { throwIfNoEntry: false })) closeSync(openSync(file, 'a', OWNER_ONLY))
  keepPrivate(file)
}
