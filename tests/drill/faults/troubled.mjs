// Breaks the server on purpose, for as long as it is told: its writing connection finds SQLite's file
// full or read-only. What a signal means stands in a file.
import { readFileSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'
import { onSignal } from './on-signal.mjs'

const MOST_PAGES = 1_073_741_823
let writer
const { pragma } = SqliteDatabase.prototype
SqliteDatabase.prototype.pragma = function (text, options) {
  if (/^synchronous\s*=/i.test(text)) writer = this
  return pragma.call(this, text, options)
}

onSignal(() => {
  const trouble = readFileSync(process.env.TROUBLE_FILE, 'utf8')
  // SQLite takes no limit below the size that the file has.
  pragma.call(writer, `max_page_count = ${trouble === 'full' ? 1 : MOST_PAGES}`)
  pragma.call(writer, `query_only = ${trouble === 'read-only' ? 'on' : 'off'}`)
})
