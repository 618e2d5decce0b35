// Breaks the server on purpose: after SIGUSR2 it acknowledges each change before it commits it. PostgreSQL commits
// COMMIT_DELAY_MS later, which is longer than a slow machine takes for the changes before the kill. SQLite never commits.
import { isMainThread } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { onSignal } from './on-signal.mjs'

const COMMIT_DELAY_MS = 1000
let isEarly = false
onSignal(() => {
  isEarly = true
})

const { prepare } = SqliteDatabase.prototype
SqliteDatabase.prototype.prepare = function (text) {
  const statement = prepare.call(this, text)
  const run = statement.run.bind(statement)
  if (text === 'begin immediate') {
    statement.run = () => {
      if (this.inTransaction) return undefined
      // The writer thread keeps its transaction open. The main thread would block while it waits for that, and would
      // acknowledge nothing.
      if (isEarly && isMainThread) throw new SqliteDatabase.SqliteError('locked', 'SQLITE_BUSY')
      return run()
    }
  }
  if (text === 'commit') statement.run = () => (isEarly ? undefined : run())
  return statement
}

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (config, ...more) {
  const send = () => query.call(this, config, ...more)
  if (!isEarly) return send()
  if (config?.text?.toLowerCase() !== 'commit') return this.held ? this.held.then(send) : send()
  this.held = new Promise((resolve) => {
    setTimeout(() => resolve(send()), COMMIT_DELAY_MS)
  })
  return Promise.resolve({ rows: [], rowCount: 0, command: 'COMMIT' })
}
