// Breaks the server on purpose: after SIGUSR2 it counts its database statements. It kills itself before the statement
// whose number KILL_AT_FILE contains.
import { readFileSync } from 'node:fs'
import process from 'node:process'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { onSignal } from './on-signal.mjs'

let remaining = Number.POSITIVE_INFINITY
onSignal(() => {
  remaining = Number(readFileSync(process.env.KILL_AT_FILE, 'utf8'))
})

const count = () => {
  remaining -= 1
  if (remaining <= 0) process.kill(process.pid, 'SIGKILL')
}

const countCalls = (prototype, name) => {
  const original = prototype[name]
  prototype[name] = function (...args) {
    count()
    return original.apply(this, args)
  }
}

const memory = new SqliteDatabase(':memory:')
const statement = Object.getPrototypeOf(memory.prepare('select 1'))
memory.close()
for (const name of ['run', 'get', 'all']) countCalls(statement, name)
countCalls(pg.Client.prototype, 'query')
