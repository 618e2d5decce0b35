// Breaks the server on purpose: it sends each refund to Stripe twice, once under an unknown idempotency key.
import { randomUUID } from 'node:crypto'
import http from 'node:http'

const { request } = http
http.request = function (options, ...more) {
  const original = request.call(this, options, ...more)
  if (options.method !== 'POST' || options.path !== '/v1/refunds') return original
  const headers = Object.fromEntries(
    Object.entries(options.headers).filter(([name]) => name.toLowerCase() !== 'idempotency-key'),
  )
  const duplicate = request({
    ...options,
    headers: { ...headers, 'Idempotency-Key': randomUUID() },
  })
  duplicate.on('error', () => undefined)
  const { write, end } = original
  original.write = function (chunk, ...rest) {
    duplicate.write(chunk)
    return write.call(this, chunk, ...rest)
  }
  original.end = function (...rest) {
    duplicate.end(typeof rest[0] === 'string' || Buffer.isBuffer(rest[0]) ? rest[0] : undefined)
    return end.apply(this, rest)
  }
  return original
}
