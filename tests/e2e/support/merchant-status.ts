import Database from 'better-sqlite3'
import type { Server } from './server.ts'

/** As an operator sets it, beside the running server. */
export function setStatus(
  { databaseFile }: Server,
  email: string,
  status: 'pending' | 'verified' | 'suspended',
) {
  const database = new Database(databaseFile)
  try {
    database
      .prepare('update merchants set verification_status = ? where email = ?')
      .run(status, email)
  } finally {
    database.close()
  }
}
