// Breaks the server on purpose, while a file requests it: its writing connection finds SQLite's file full or read-only.
// Each signal makes the server read that file.
import { readFileSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'
import { onSignal } from './on-signal.mjs'

const MAX_PAGES = 1_073_741_823
let writer
const { pragma } = SqliteDatabase.prototype
SqliteDatabase.prototype.pragma = function (text, options) {
  if (/^synchronous\s*=/i.test(text)) writer = this
  return pragma.call(this, text, options)
}

onSignal(() => {
  const trouble = readFileSync(process.env.TROUBLE_FILE, 'utf8')
  // SQLite never sets the limit below the file's current size, so 1 means that size.
  pragma.call(writer, `max_page_count = ${trouble === 'full' ? 1 : MAX_PAGES}`)
  pragma.call(writer, `query_only = ${trouble === 'read-only' ? 'on' : 'off'}`)
})
