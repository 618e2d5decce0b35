import Database from 'better-sqlite3'
import type { Server } from './server.ts'

/** Sets the status in the database, as an operator does while the server runs. */
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
