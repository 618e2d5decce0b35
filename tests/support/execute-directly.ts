import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import SqliteDatabase from 'better-sqlite3'
import { sqliteFile } from '#db/database.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const PROGRAM = `
  const pg = require('pg')
  const client = new pg.Client(process.argv[1])
  client.connect()
    .then(() => client.query(process.argv[2]))
    .then(() => client.end(), (error) => { console.error(error); process.exit(1) })`

/** Changes a database without the knowledge of the processes that use it. Synchronous: the change is done on return. */
export function executeDirectly(url: string, text: string): void {
  if (url.startsWith('file:')) {
    const connection = new SqliteDatabase(sqliteFile(url), { timeout: 60_000 })
    try {
      connection.exec(text)
    } finally {
      connection.close()
    }
    return
  }
  execFileSync(process.execPath, ['-e', PROGRAM, url, text], { cwd: root })
}
