import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type Stripe from 'stripe'
import { type MovedAmounts, newAccount, newId, type StripeAccount } from './account.ts'
import { type Holder, handleApiRequest } from './api.ts'
import { applyHolderDecision } from './confirmation.ts'
import { type Fault, Faults } from './faults.ts'
import { bodyOf, CORS, headerOf, sendFault, startSlowTimer } from './http.ts'
import { IdempotencyKeys } from './idempotency.ts'
import { formOfMultipart, isMultipart } from './multipart.ts'
import { pageOf } from './pages.ts'
import { addPast, type PastPayment } from './past-payments.ts'
import { type PayoutPlan, payOut } from './payouts.ts'
import { type Delivery, deliver } from './webhook-endpoints.ts'

/** An API call as received, for tests of the requests that Incasso sends. */
export type StripeCall = {
  call: string
  key: string | undefined
  version: string | undefined
  body: string
  status: number | undefined
  /** The call came with a publishable key, from a page and not from a server. */
  isPublishable: boolean
}

export type StripeStandIn = AsyncDisposable & {
  url: string
  addAccount: (
    options?: Partial<Pick<StripeAccount, 'isLive' | 'permissions' | 'methodTypes'>>,
  ) => StripeAccount
  /** Advances the stand-in's own clock, and runs everything that is due by then. */
  advance: (ms: number) => void
  fail: (fault: Fault) => void
  /** Removes all faults, so that later calls succeed. */
  recover: () => void
  /** Decides for the cardholder at the bank. */
  decideAsHolder: (account: StripeAccount, intentId: string, isConfirmed: boolean) => void
  movedBy: (account: StripeAccount) => MovedAmounts
  /** Sends all unsent events to the account's endpoints, and returns the response statuses. */
  deliver: (account: StripeAccount, how?: Delivery) => Promise<number[]>
  /** Sends the available balance to the bank, where it arrives two days later. */
  payOut: (account: StripeAccount, plan?: PayoutPlan) => Stripe.Payout
  /** Gives the account another key; the former key becomes unknown. */
  rollKey: (account: StripeAccount) => void
  /** Adds an earlier payment, for which there are no events. */
  addPast: (account: StripeAccount, payment: PastPayment) => Stripe.PaymentIntent
  calls: StripeCall[]
}

/**
 * Starts Stripe's side of a payment over real HTTP. Forms, keys, errors and money follow Stripe's documentation. It
 * refuses everything that it does not know, so that no request passes that Stripe would refuse.
 */
export async function startStripeStandIn(startMs = Date.now()): Promise<StripeStandIn> {
  const accounts: StripeAccount[] = []
  const holders = new Map<string, Holder>()
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
  const contextOf = (account: StripeAccount) => ({ account, nowMs: clock.nowMs, url })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method ?? 'GET'
    const { pathname, search } = new URL(request.url ?? '/', url)
    const sent = await bodyOf(request)
    const body = isMultipart(request) ? formOfMultipart(request, sent) : sent.toString('utf8')
    if (method === 'OPTIONS') {
      response.writeHead(200, CORS).end()
      return
    }
    const call = `${method} ${pathname}`
    const stripeCall = pathname.startsWith('/v1/') ? record(request, call, body) : undefined
    const faultBefore = faults.take(call, 'before')
    if (faultBefore === 'slow') await once(startSlowTimer(), 'over')
    const isKept = faultBefore === 'kept 500'
    if (faultBefore !== undefined && faultBefore !== 'slow' && !isKept)
      return sendFault(response, faultBefore, '')
    const result =
      pageOf({ method, pathname, search, body }, { accounts, nowMs: clock.nowMs, url }) ??
      respondToApiCall(
        request,
        { method, pathname, form: body || search.slice(1), isFailing: isKept },
        stripeCall,
      )
    const faultAfter = faults.take(call, 'after')
    if (faultAfter === 'slow') await once(startSlowTimer(), 'over')
    if (faultAfter !== undefined && faultAfter !== 'slow' && faultAfter !== 'kept 500')
      return sendFault(response, faultAfter, result.body)
    response.writeHead(result.status, result.headers).end(result.body)
  }

  function record(request: IncomingMessage, call: string, body: string): StripeCall {
    const stripeCall: StripeCall = {
      call,
      key: headerOf(request, 'idempotency-key'),
      version: headerOf(request, 'stripe-version'),
      body,
      status: undefined,
      isPublishable: false,
    }
    calls.push(stripeCall)
    return stripeCall
  }

  function respondToApiCall(
    request: IncomingMessage,
    apiRequest: { method: string; pathname: string; form: string; isFailing: boolean },
    stripeCall: StripeCall | undefined,
  ) {
    const { response, isReplay, holder } = handleApiRequest(
      {
        ...apiRequest,
        authorization: request.headers.authorization ?? '',
        idempotencyKey: headerOf(request, 'idempotency-key'),
      },
      { holderOf: (key) => holders.get(key), nowMs: clock.nowMs, url },
    )
    if (stripeCall) {
      stripeCall.status = response.status
      stripeCall.isPublishable = holder?.isPublishable ?? false
    }
    const headers = {
      'content-type': 'application/json',
      'request-id': newId('req'),
      ...CORS,
      ...(isReplay && { 'idempotent-replayed': 'true' }),
    }
    return { ...response, headers }
  }

  return {
    url,
    calls,
    addAccount: (options) => {
      const account = newAccount(options)
      const [keys, pageKeys] = [new IdempotencyKeys(), new IdempotencyKeys()]
      accounts.push(account)
      holders.set(account.key, { account, keys, isPublishable: false })
      holders.set(account.publishableKey, { account, keys: pageKeys, isPublishable: true })
      return account
    },
    advance: (ms) => {
      clock.nowMs += ms
      for (const account of accounts) runDue(account, clock.nowMs)
    },
    fail: (fault) => faults.add(fault),
    recover: () => faults.clear(),
    decideAsHolder: (account, intentId, isConfirmed) => {
      applyHolderDecision(contextOf(account), intentId, isConfirmed)
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
    payOut: (account, plan) => payOut(contextOf(account), plan),
    rollKey: (account) => {
      const holder = holders.get(account.key)
      if (!holder) throw new Error('no such account')
      holders.delete(account.key)
      account.key = `${account.key.slice(0, 8)}${randomBytes(24).toString('hex')}`
      holders.set(account.key, holder)
    },
    addPast,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Runs everything that is due by `nowMs`, in order, including changes that are scheduled meanwhile. */
function runDue(account: StripeAccount, nowMs: number): void {
  for (;;) {
    account.later.sort((one, other) => one.atMs - other.atMs)
    if (!account.later[0] || account.later[0].atMs > nowMs) return
    account.later.shift()?.run()
  }
}
