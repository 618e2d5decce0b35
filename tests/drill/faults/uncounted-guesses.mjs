// Breaks the server on purpose: it looks up the number of failed sign-ins, but never increases it.
import SqliteDatabase from 'better-sqlite3'

const { prepare } = SqliteDatabase.prototype
SqliteDatabase.prototype.prepare = function (text) {
  return prepare.call(
    this,
    text.startsWith('update "sign_in_attempts"') ? `${text} and 1 = 0` : text,
  )
}
