// Breaks the server on purpose: now and then it stores a payment with a cent too much.
import SqliteDatabase from 'better-sqlite3'

const { prepare } = SqliteDatabase.prototype
SqliteDatabase.prototype.prepare = function (text) {
  const columns = /^insert into "?transactions"? \(([^)]*)\)/.exec(text)?.[1]
  if (columns === undefined) return prepare.call(this, text)
  const at = columns.replaceAll('"', '').split(', ').indexOf('amount')
  let index = 0
  const changed = text.replaceAll('?', (mark) =>
    index++ === at ? '? + (abs(random()) % 5 = 0)' : mark,
  )
  return prepare.call(this, changed)
}
