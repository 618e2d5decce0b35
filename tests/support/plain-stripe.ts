import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type StoredObject = Record<string, unknown> & { id: string }

const metadataIn = (form: URLSearchParams) =>
  Object.fromEntries(
    [...form]
      .map(([key, value]) => [/^metadata\[(.+)\]$/.exec(key)?.[1], value] as const)
      .filter(([key]) => key !== undefined),
  )

/**
 * Starts a minimal server with Stripe's protocol: intents, refunds and events, by form bodies. Objects have only the
 * fields that Stripe's reference guarantees. It has no pages, charges, keys or permissions.
 */
export async function startPlainStripe(): Promise<
  AsyncDisposable & { url: string; netAmount: () => number }
> {
  const intents = new Map<string, StoredObject>()
  const refunds: StoredObject[] = []
  let count = 0
  const newId = (prefix: string) => `${prefix}_${++count}`

  function handleRequest(method: string, path: string, form: URLSearchParams): object | undefined {
    const [, id = '', verb] = /^\/v1\/payment_intents\/(\w+)(?:\/(\w+))?$/.exec(path) ?? []
    const intent = intents.get(id)
    if (method === 'POST' && path === '/v1/payment_intents') {
      const base = { id: newId('pi'), object: 'payment_intent', created: 1_772_000_000 }
      const amountFields = { amount: Number(form.get('amount')), currency: form.get('currency') }
      const intentFields = {
        ...base,
        ...amountFields,
        status: 'requires_payment_method',
        metadata: metadataIn(form),
      }
      intents.set(base.id, intentFields)
      return intentFields
    }
    if (intent && verb === 'confirm') return Object.assign(intent, { status: 'succeeded' })
    if (intent && verb === 'cancel') return Object.assign(intent, { status: 'canceled' })
    if (intent) return intent
    if (method === 'POST' && path === '/v1/refunds') {
      const refundFields = {
        payment_intent: form.get('payment_intent'),
        amount: Number(form.get('amount')),
      }
      if (!intents.has(String(refundFields.payment_intent))) return undefined
      const base = { id: newId('re'), object: 'refund', status: 'succeeded', ...refundFields }
      refunds.push({ ...base, metadata: metadataIn(form) })
      return refunds.at(-1)
    }
    if (path === '/v1/refunds') return { object: 'list', data: refunds, has_more: false }
    if (path === '/v1/payment_intents') return { object: 'list', data: [], has_more: false }
    if (path === '/v1/events') return { object: 'list', data: [], has_more: false }
    return undefined
  }

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://stripe')
    const found = handleRequest(
      request.method ?? '',
      pathname,
      new URLSearchParams(await text(request)),
    )
    const missing = { error: { type: 'invalid_request_error', message: 'There is no such thing.' } }
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(found ?? missing))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    netAmount: () => {
      const sum = (all: StoredObject[]) =>
        all.reduce((total, { amount }) => total + Number(amount), 0)
      const paid = [...intents.values()].filter(({ status }) => status === 'succeeded')
      return sum(paid) - sum(refunds)
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
