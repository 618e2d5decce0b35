// Breaks the server on purpose: it stores Idempotency-Keys and never finds one again.
import SqliteDatabase from 'better-sqlite3'

const { prepare } = SqliteDatabase.prototype
SqliteDatabase.prototype.prepare = function (text) {
  const isLookUp = /^select .* from "?idempotency_keys"?\b/s.test(text)
  const isClaim = /^insert into "?idempotency_keys"?\b/.test(text)
  if (isLookUp) return prepare.call(this, `${text} and 1 = 0`)
  if (isClaim) {
    const claimed = text.replace('do nothing', 'do update set created_at = excluded.created_at')
    return prepare.call(this, claimed)
  }
  return prepare.call(this, text)
}
