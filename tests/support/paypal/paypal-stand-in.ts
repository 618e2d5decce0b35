import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Fault, type FaultKind, Faults } from '../stripe/faults.ts'
import { bodyOf, headerOf, startSlowTimer, textBodyOf } from '../stripe/http.ts'
import { isMultipart } from '../stripe/multipart.ts'
import {
  type Feature,
  type MovedAmounts,
  newPayPalAccount,
  type PaymentPlan,
  type PayPalAccount,
} from './account.ts'
import { respondToApiCall } from './api.ts'
import { refundCapture, reverseCapture } from './captures.ts'
import { changeDispute, type DisputeChange } from './disputes.ts'
import { approveOrder, captureAuthorization, captureOrder } from './orders.ts'
import { pageOf } from './pages.ts'
import type { Dispute } from './resources.ts'
import { minorOf, moneyOf, type StandInContext } from './stand-in-context.ts'
import { certificateAt, type Delivery, deliver } from './webhooks.ts'

/** An API call as received, for tests of the requests that Incasso sends. */
export type PayPalCall = {
  /** Method and path, such as `POST /v2/checkout/orders`. */
  call: string
  /** Value of `PayPal-Request-Id`. */
  requestId: string | undefined
  body: string
  status: number | undefined
}

/** Part of an authorization that is captured. `isLast`: PayPal releases the remainder. */
export type CapturedPart = { value?: string; isLast?: boolean }

export type PayPalStandIn = AsyncDisposable & {
  /**
   * Value of `PAYPAL_API_URL`. The API for live accounts is under `/live`, the API for sandbox accounts under
   * `/sandbox`.
   */
  url: string
  addAccount: (options?: { isLive?: boolean; missing?: readonly Feature[] }) => PayPalAccount
  /** The stand-in's own clock, in epoch milliseconds. */
  now: () => number
  /** Advances the stand-in's own clock, and runs everything that is due by then. */
  advance: (ms: number) => void
  fail: (fault: Fault) => void
  /** Removes all faults, so that later calls succeed. */
  recover: () => void
  /** Defines how the money of the next approved payment, or the next refund, behaves. */
  plan: (account: PayPalAccount, plan: PaymentPlan) => void
  /** Approves an order as its payer does on PayPal's page. */
  approve: (account: PayPalAccount, orderId: string) => void
  /** Captures an approved order, or part of an authorization, as another program of the merchant does. */
  captureAtPayPal: (account: PayPalAccount, id: string, part?: CapturedPart) => void
  /** Refunds a capture as a person does on PayPal's own site. Returns the refund's id. */
  refundAtPayPal: (account: PayPalAccount, captureId: string, value?: string) => string
  /** Takes a capture's money back from the merchant, as after a chargeback. Returns the reversal's id. */
  reverse: (account: PayPalAccount, captureId: string) => string
  /** Opens a dispute about a capture, or changes an open one. */
  dispute: (account: PayPalAccount, captureId: string, change?: DisputeChange) => Dispute
  /** Returns the account as at this moment, for the functions that change its money. */
  contextOf: (account: PayPalAccount) => StandInContext
  movedBy: (account: PayPalAccount) => MovedAmounts
  /** Sends all unsent events to the account's webhooks, and returns the response statuses. */
  deliver: (account: PayPalAccount, how?: Delivery) => Promise<number[]>
  /** Forgets the events so far, as PayPal records none for an app without a webhook. */
  forgetEvents: (account: PayPalAccount) => void
  /** Makes every access token of the account invalid, as PayPal does after some hours. */
  expireTokens: (account: PayPalAccount) => void
  calls: PayPalCall[]
}

const MODE_PREFIX = /^\/(live|sandbox)(?=\/)/

/** Starts PayPal's side of a payment over real HTTP. Names, states and refusals follow PayPal's API reference. */
export async function startPayPalStandIn(startMs = Date.now()): Promise<PayPalStandIn> {
  const accounts: PayPalAccount[] = []
  const faults = new Faults()
  const calls: PayPalCall[] = []
  const clock = { nowMs: startMs }
  const server = createServer((request, response) => {
    void serve(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const contextOf = (account: PayPalAccount): StandInContext => ({
    account,
    nowMs: clock.nowMs,
    apiUrl: `${url}/${account.isLive ? 'live' : 'sandbox'}`,
    pageUrl: url,
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method ?? 'GET'
    const full = new URL(request.url ?? '/', url)
    const isLive = full.pathname.startsWith('/live/')
    const pathname = full.pathname.replace(MODE_PREFIX, '')
    // Files are not text: each character is one byte.
    const body = isMultipart(request)
      ? (await bodyOf(request)).toString('latin1')
      : await textBodyOf(request)
    const call = `${method} ${pathname}`
    const requestId = headerOf(request, 'paypal-request-id')
    const record: PayPalCall = { call, requestId, body, status: undefined }
    if (/^\/v\d\//.test(pathname)) calls.push(record)
    if (await sendFaultOf(response, { call, when: 'before', body: '' })) return
    const query = full.searchParams
    const page = pageOf({ method, pathname, query, body }, { accounts, nowMs: clock.nowMs, url })
    const certificate = certificateAt(pathname, clock.nowMs)
    const result = certificate ? { status: 200, body: certificate } : page
    const { status, body: text } =
      result ??
      respondToApiCall(
        {
          method,
          pathname,
          query,
          isLive,
          body,
          authorization: request.headers.authorization ?? '',
          requestId,
          wantsAll: headerOf(request, 'prefer') === 'return=representation',
        },
        { accounts, nowMs: clock.nowMs, url },
      )
    record.status = status
    if (await sendFaultOf(response, { call, when: 'after', body: text })) return
    const headers = page?.headers ?? { 'content-type': 'application/json' }
    response.writeHead(status, headers).end(text)
  }

  async function sendFaultOf(
    response: ServerResponse,
    { call, when, body }: { call: string; when: Fault['when']; body: string },
  ): Promise<boolean> {
    const kind = faults.take(call, when)
    if (kind === 'slow') await once(startSlowTimer(), 'over')
    if (kind === undefined || kind === 'slow') return false
    sendFault(response, kind, body)
    return true
  }

  return {
    url,
    calls,
    now: () => clock.nowMs,
    addAccount: (options) => {
      const account = newPayPalAccount(options)
      accounts.push(account)
      return account
    },
    advance: (ms) => {
      clock.nowMs += ms
      for (const account of accounts) runDue(account, clock.nowMs)
    },
    fail: (fault) => faults.add(fault),
    recover: () => faults.clear(),
    plan: (account, plan) => account.plans.push(plan),
    approve: (account, orderId) => {
      approveOrder(contextOf(account), orderId)
    },
    captureAtPayPal: (account, id, { value, isLast = true } = {}) => {
      const context = contextOf(account)
      const currency = account.authorizations.get(id)?.amount.currency_code
      if (currency === undefined) captureOrder(context, id)
      else {
        const amount = value === undefined ? {} : { amount: { currency_code: currency, value } }
        captureAuthorization(context, id, { ...amount, final_capture: isLast })
      }
    },
    refundAtPayPal: (account, captureId, value) => {
      const currency = account.captures.get(captureId)?.amount.currency_code ?? ''
      const amount = value === undefined ? undefined : { currency_code: currency, value }
      const checked = amount && moneyOf(minorOf(amount), currency)
      return refundCapture(contextOf(account), captureId, { ...(checked && { amount: checked }) })
        .id
    },
    reverse: (account, captureId) => reverseCapture(contextOf(account), captureId).id,
    dispute: (account, captureId, change = {}) =>
      changeDispute(contextOf(account), captureId, change),
    contextOf,
    movedBy: ({ moved }) => ({ ...moved }),
    deliver: (account, how) => deliver(account, { ...how, nowMs: clock.nowMs, url }),
    forgetEvents: (account) => {
      account.events.length = 0
      account.delivered = 0
    },
    expireTokens: ({ tokens }) => tokens.clear(),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Responds like a broken network, or like a server that fails. */
function sendFault(
  response: ServerResponse,
  kind: Exclude<FaultKind, 'slow'>,
  fullBody: string,
): void {
  if (kind === 'reset') {
    response.socket?.resetAndDestroy()
  } else if (kind === 'half') {
    const length = Math.max(2, Buffer.byteLength(fullBody))
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': length })
    response.write(fullBody.slice(0, fullBody.length / 2), () => response.socket?.destroy())
  } else if (kind !== 'stall') {
    const name = kind === '429' ? 'RATE_LIMIT_REACHED' : 'INTERNAL_SERVER_ERROR'
    response.writeHead(Number(kind), { 'content-type': 'application/json' })
    response.end(JSON.stringify({ name, message: 'Something went wrong at PayPal.' }))
  }
}

/** Runs everything that is due by `nowMs`, in order, including changes that are scheduled meanwhile. */
function runDue(account: PayPalAccount, nowMs: number): void {
  for (;;) {
    account.later.sort((one, other) => one.atMs - other.atMs)
    if (!account.later[0] || account.later[0].atMs > nowMs) return
    account.later.shift()?.run()
  }
}
