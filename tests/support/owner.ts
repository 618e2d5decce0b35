import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync } from 'node:fs'

/**
 * Gives the folder to the user `postgres` when the tests run as root, because PostgreSQL refuses to run as root.
 * Returns that user's IDs as options for `spawn`; an empty object when the tests do not run as root.
 */
export function chownToPostgres(folder: string): { uid: number; gid: number } | object {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const owner = { uid: id('-u'), gid: id('-g') }
  chownSync(folder, owner.uid, owner.gid)
  chmodSync(folder, 0o700)
  return owner
}
