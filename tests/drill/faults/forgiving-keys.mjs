// Breaks the server on purpose: it looks up API keys without seeing that they were revoked.
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'

const hideRevocation = (text, nullValue) =>
  /^select\b[^]*\bfrom "api_keys" inner join "merchants"/.test(text)
    ? text.replace('"api_keys"."revoked_at"', `${nullValue} as "revoked_at"`)
    : text

const { prepare } = SqliteDatabase.prototype
SqliteDatabase.prototype.prepare = function (text) {
  return prepare.call(this, hideRevocation(text, 'null'))
}

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (config, ...more) {
  if (typeof config?.text !== 'string') return query.call(this, config, ...more)
  return query.call(this, { ...config, text: hideRevocation(config.text, 'null::text') }, ...more)
}
