import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Moved, newAccount, newId, type StripeAccount } from './account.ts'
import { type Fault, type FaultKind, Faults } from './faults.ts'
import { type FormBody, readForm } from './form-body.ts'
import { type Answer, IdempotencyKeys } from './idempotency.ts'
import { answerOfHolder } from './payment-intents.ts'
import { routes } from './routes.ts'
import { StripeRefusal } from './stripe-refusal.ts'
import { type Delivery, deliver } from './webhook-endpoints.ts'

const MOST_BYTES = 262_144
const SLOW_MS = 2_000

/** A call as it arrived, for tests that look at what we send. */
export type StripeCall = {
  call: string
  key: string | undefined
  version: string | undefined
  body: string
  status: number | undefined
}

export type StripeStandIn = AsyncDisposable & {
  url: string
  addAccount: (options?: Partial<Pick<StripeAccount, 'isLive' | 'permissions'>>) => StripeAccount
  /** Its own clock goes on by so much, and what is due by then happens. */
  advance: (ms: number) => void
  fail: (fault: Fault) => void
  healthy: () => void
  /** The holder of the card answers the bank. */
  answerOfHolder: (account: StripeAccount, intentId: string, isYes: boolean) => void
  movedBy: (account: StripeAccount) => Moved
  /** Sends the account's endpoints what they have not been sent; answers with what they said. */
  deliver: (account: StripeAccount, how?: Delivery) => Promise<number[]>
  calls: StripeCall[]
}

/**
 * Stripe's side of a payment over real HTTP: forms, keys, errors and money as Stripe's documentation has
 * them. What it does not know it refuses, so that nothing of ours passes that Stripe would not take.
 */
export async function stripeStandIn(startMs = Date.now()): Promise<StripeStandIn> {
  const accounts = new Map<string, { account: StripeAccount; keys: IdempotencyKeys }>()
  const faults = new Faults()
  const calls: StripeCall[] = []
  const clock = { nowMs: startMs }
  const server = createServer((request, response) => {
    void serve(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', url)
    const call = `${request.method} ${pathname}`
    const body = await textBodyOf(request)
    const seen: StripeCall = {
      call,
      key: headerOf(request, 'idempotency-key'),
      version: headerOf(request, 'stripe-version'),
      body,
      status: undefined,
    }
    calls.push(seen)
    const early = faults.take(call, 'before')
    if (early !== undefined && early !== 'slow') return break_(response, early, '')
    if (early === 'slow') await once(slowly(), 'over')
    const { answer, isReplay } = answerTo(request, { pathname, search, body })
    seen.status = answer.status
    const late = faults.take(call, 'after')
    if (late !== undefined && late !== 'slow') return break_(response, late, answer.body)
    if (late === 'slow') await once(slowly(), 'over')
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'request-id': newId('req'),
      ...(isReplay && { 'idempotent-replayed': 'true' }),
    })
    response.end(answer.body)
  }

  /** All of it in one turn of the event loop: no other call sees it half done. */
  function answerTo(
    request: IncomingMessage,
    { pathname, search, body }: { pathname: string; search: string; body: string },
  ): { answer: Answer; isReplay: boolean } {
    try {
      const { account, keys } = authenticated(request)
      const key = request.method === 'POST' ? headerOf(request, 'idempotency-key') : undefined
      const earlier = key && keys.begin(key, `${pathname}\n${body}`, clock.nowMs)
      if (earlier) return { answer: earlier, isReplay: true }
      const answer = carriedOut(account, request, { pathname, form: body || search.slice(1) })
      if (key !== undefined) {
        if (answer.isUnbegun) keys.giveUp(key)
        else keys.end(key, answer)
      }
      return { answer, isReplay: false }
    } catch (error) {
      return { answer: refused(error), isReplay: false }
    }
  }

  function carriedOut(
    account: StripeAccount,
    { method }: IncomingMessage,
    { pathname, form }: { pathname: string; form: string },
  ): Answer & { isUnbegun?: boolean } {
    try {
      const route = routes.find((each) => each.method === method && each.path.test(pathname))
      if (!route) {
        throw new StripeRefusal(404, {
          type: 'invalid_request_error',
          message: `Unrecognized request URL (${method}: ${pathname}).`,
        })
      }
      assertAllowed(account, route)
      const [, id = ''] = route.path.exec(pathname) ?? []
      const body: FormBody = readForm(form)
      const moment = { account, nowMs: clock.nowMs, url }
      return { status: 200, body: JSON.stringify(route.run(moment, { id, body })) }
    } catch (error) {
      return refused(error)
    }
  }

  function authenticated({ headers: { authorization = '' } }: IncomingMessage) {
    const basic = /^Basic (.+)$/.exec(authorization)?.[1]
    const key = basic
      ? Buffer.from(basic, 'base64').toString('utf8').replace(/:$/, '')
      : authorization.replace(/^Bearer /, '')
    const found = accounts.get(key)
    if (found) return found
    throw new StripeRefusal(401, {
      type: 'invalid_request_error',
      message: `Invalid API Key provided: ${key.slice(0, 8)}****`,
    })
  }

  return {
    url,
    calls,
    addAccount: (options) => {
      const account = newAccount(options)
      accounts.set(account.key, { account, keys: new IdempotencyKeys() })
      return account
    },
    advance: (ms) => {
      clock.nowMs += ms
      for (const { account } of accounts.values()) happen(account, clock.nowMs)
    },
    fail: (fault) => faults.add(fault),
    healthy: () => faults.clear(),
    answerOfHolder: (account, intentId, isYes) => {
      answerOfHolder({ account, nowMs: clock.nowMs, url }, intentId, isYes)
    },
    movedBy: (account) =>
      [...account.moved.values()].reduce(
        (sum, { captured, refunded }) => ({
          captured: sum.captured + captured,
          refunded: sum.refunded + refunded,
        }),
        { captured: 0, refunded: 0 },
      ),
    deliver: (account, how) => deliver(account, clock.nowMs, how),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A network that takes two seconds, which is what is tried, and nothing that a test waits for in vain. */
function slowly(): EventEmitter {
  const way = new EventEmitter()
  setTimeout(() => way.emit('over'), SLOW_MS)
  return way
}

/** What is due by then, in its order. */
function happen(account: StripeAccount, nowMs: number): void {
  account.later.sort((one, other) => one.atMs - other.atMs)
  while (account.later[0] && account.later[0].atMs <= nowMs) account.later.shift()?.run()
}

function assertAllowed(
  { permissions, key }: StripeAccount,
  { resource, needs }: { resource: keyof StripeAccount['permissions']; needs: string },
): void {
  const has = permissions[resource] ?? 'write'
  if (has === 'write' || has === needs) return
  throw new StripeRefusal(403, {
    type: 'invalid_request_error',
    message: `The provided key '${key.slice(0, 8)}****' does not have the required permissions for this endpoint on this account. Having the 'rak_${resource.replace(/s$/, '')}_${needs}' permission would allow this request to continue.`,
  })
}

/** `isUnbegun`: refused before any work, so its key is not kept and may be sent again. */
function refused(error: unknown): Answer & { isUnbegun: boolean } {
  if (!(error instanceof StripeRefusal)) throw error
  const { status, body } = error
  const isUnbegun = [401, 403, 404].includes(status) || body.code?.startsWith('parameter_') === true
  return { status, body: JSON.stringify({ error: body }), isUnbegun }
}

const headerOf = ({ headers }: IncomingMessage, name: string) => {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

async function textBodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new Error('the body is longer than any that Stripe is sent')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Answers as a network, or a server in trouble, does. */
function break_(response: ServerResponse, kind: Exclude<FaultKind, 'slow'>, whole: string): void {
  if (kind === 'reset') {
    response.socket?.resetAndDestroy()
  } else if (kind === 'half') {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Math.max(2, Buffer.byteLength(whole)),
    })
    response.write(whole.slice(0, whole.length / 2), () => response.socket?.destroy())
  } else if (kind !== 'stall') {
    const type = kind === '429' ? 'invalid_request_error' : 'api_error'
    response.writeHead(Number(kind), { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { type, message: 'Something went wrong at Stripe.' } }))
  }
}
