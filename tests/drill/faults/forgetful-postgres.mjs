// Breaks the server on purpose: it stores Idempotency-Keys and never finds one again.
import pg from 'pg'

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (config, ...more) {
  if (typeof config?.text !== 'string') return query.call(this, config, ...more)
  const { text } = config
  const isLookUp = /^select .* from "?idempotency_keys"?\b/s.test(text)
  const isClaim = /^insert into "?idempotency_keys"?\b/.test(text)
  if (isLookUp)
    return query.call(
      this,
      {
        ...config,
        name: undefined,
        text: text.replace(/ (on|where) found\./, ' $1 1 = 0 and found.'),
      },
      ...more,
    )
  if (isClaim) {
    const claimed = text.replace('do nothing', 'do update set created_at = excluded.created_at')
    return query.call(this, { ...config, name: undefined, text: claimed }, ...more)
  }
  return query.call(this, config, ...more)
}
