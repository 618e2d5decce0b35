// Breaks the server on purpose: attempts to sign in are looked at and never counted.
import SqliteDatabase from 'better-sqlite3'

const { prepare } = SqliteDatabase.prototype
SqliteDatabase.prototype.prepare = function (text) {
  return prepare.call(
    this,
    text.startsWith('update "sign_in_attempts"') ? `${text} and 1 = 0` : text,
  )
}
