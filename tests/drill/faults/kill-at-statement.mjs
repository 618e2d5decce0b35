// Breaks the server on purpose: after SIGUSR2 it counts its database statements. It kills itself before the statement
// whose number KILL_AT_FILE contains.
import { readFileSync } from 'node:fs'
import process from 'node:process'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { onSignal } from './on-signal.mjs'

let left = Number.POSITIVE_INFINITY
onSignal(() => {
  left = Number(readFileSync(process.env.KILL_AT_FILE, 'utf8'))
})

const count = () => {
  left -= 1
  if (left <= 0) process.kill(process.pid, 'SIGKILL')
}

const counted = (prototype, name) => {
  const original = prototype[name]
  prototype[name] = function (...words) {
    count()
    return original.apply(this, words)
  }
}

const memory = new SqliteDatabase(':memory:')
const statement = Object.getPrototypeOf(memory.prepare('select 1'))
memory.close()
for (const name of ['run', 'get', 'all']) counted(statement, name)
counted(pg.Client.prototype, 'query')
