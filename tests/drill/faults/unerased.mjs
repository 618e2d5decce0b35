// Breaks the server on purpose: erasing a customer leaves the name on the payments.
import SqliteDatabase from 'better-sqlite3'

const { prepare } = SqliteDatabase.prototype
SqliteDatabase.prototype.prepare = function (text) {
  const isErasing = text.startsWith('update "transactions" set "customer_name" = ?')
  return prepare.call(
    this,
    isErasing ? text.replace('= ?', '= coalesce("customer_name", ?)') : text,
  )
}
