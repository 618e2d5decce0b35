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
export async function plainStripe(): Promise<
  AsyncDisposable & { url: string; moved: () => number }
> {
  const intents = new Map<string, StoredObject>()
  const refunds: StoredObject[] = []
  let count = 0
  const newId = (prefix: string) => `${prefix}_${++count}`

  function answer(method: string, path: string, form: URLSearchParams): object | undefined {
    const [, id = '', verb] = /^\/v1\/payment_intents\/(\w+)(?:\/(\w+))?$/.exec(path) ?? []
    const intent = intents.get(id)
    if (method === 'POST' && path === '/v1/payment_intents') {
      const made = { id: newId('pi'), object: 'payment_intent', created: 1_772_000_000 }
      const rest = { amount: Number(form.get('amount')), currency: form.get('currency') }
      const kept = {
        ...made,
        ...rest,
        status: 'requires_payment_method',
        metadata: metadataIn(form),
      }
      intents.set(made.id, kept)
      return kept
    }
    if (intent && verb === 'confirm') return Object.assign(intent, { status: 'succeeded' })
    if (intent && verb === 'cancel') return Object.assign(intent, { status: 'canceled' })
    if (intent) return intent
    if (method === 'POST' && path === '/v1/refunds') {
      const of = { payment_intent: form.get('payment_intent'), amount: Number(form.get('amount')) }
      if (!intents.has(String(of.payment_intent))) return undefined
      const made = { id: newId('re'), object: 'refund', status: 'succeeded', ...of }
      refunds.push({ ...made, metadata: metadataIn(form) })
      return refunds.at(-1)
    }
    if (path === '/v1/refunds') return { object: 'list', data: refunds, has_more: false }
    if (path === '/v1/payment_intents') return { object: 'list', data: [], has_more: false }
    if (path === '/v1/events') return { object: 'list', data: [], has_more: false }
    return undefined
  }

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://stripe')
    const found = answer(request.method ?? '', pathname, new URLSearchParams(await text(request)))
    const missing = { error: { type: 'invalid_request_error', message: 'There is no such thing.' } }
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(found ?? missing))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    moved: () => {
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
