import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { eventStream, type StreamedEvent } from '../cli/event-stream.ts'
import { type Delivery, forward } from '../cli/forward.ts'
import type { Credentials } from '../cli/key-store.ts'
import { UsageError } from '../cli/output.ts'
import { newSecret } from '../cli/sign.ts'
import { takeTestPayment } from '../cli/test-payments.ts'
import { Incasso } from '../incasso.ts'
import type { Hostility, OrderState, Stage } from './scenario.ts'

/** Time in which an event must arrive. A pending test payment is decided after some seconds. */
const EVENT_WITHIN_MS = 60_000
/** Time in which an endpoint may finish its work after its response. */
const STATE_WITHIN_MS = 3000
/** Time to wait for a wrong second effect of a delivery. */
const SETTLE_MS = 150
const POLL_MS = 50

export type StageOptions = {
  target: URL
  secret: string
  stateUrl: URL | undefined
  now: () => number
}

/** Events of test mode that the stream has delivered, for all scenarios. */
export class ReceivedEvents {
  readonly #events: StreamedEvent[] = []
  #failure: unknown
  readonly begun: Promise<void>

  constructor(credentials: Credentials, signal: AbortSignal) {
    this.begun = new Promise((resolve, reject) => {
      const read = async () => {
        for await (const item of eventStream(credentials, { signal })) {
          if (item.kind === 'webhook') this.#events.push(item)
          else if (item.kind === 'listening') resolve()
          else throw new Error(`The stream of events broke off: ${item.why}`)
        }
      }
      read().catch((error: unknown) => {
        this.#failure = error
        reject(error)
      })
    })
  }

  #find(type: string, objectId: string): StreamedEvent[] {
    return this.#events.filter((each) => each.type === type && each.body.includes(`"${objectId}"`))
  }

  count(type: string, objectId: string): number {
    return this.#find(type, objectId).length
  }

  async next(type: string, objectId: string, withinMs = EVENT_WITHIN_MS): Promise<StreamedEvent> {
    for (let waitedMs = 0; waitedMs < withinMs; waitedMs += POLL_MS) {
      const [event] = this.#find(type, objectId)
      if (event) return event
      if (this.#failure !== undefined) throw this.#failure
      await wait(POLL_MS)
    }
    throw new Error(`No event ${type} came for ${objectId} within ${withinMs / 1000} s.`)
  }
}

/** Returns the stage on which a scenario runs: real test payments, their events, and deliveries to the endpoint. */
export function createStage(
  { key, url }: Credentials,
  events: ReceivedEvents,
  { target, secret, stateUrl, now }: StageOptions,
): Stage {
  const client = new Incasso({ key, baseUrl: url })
  return {
    newReference: () => `R-${randomUUID()}`,
    pay: (payment, idempotencyKey) =>
      idempotencyKey === undefined
        ? takeTestPayment(client, payment)
        : payWithKey(client, payment, idempotencyKey),
    refund: ({ id }, amount) => client.payments.refund(id, amount === undefined ? {} : { amount }),
    event: (type, objectId) => events.next(type, objectId),
    countEvents: (type, objectId) => events.count(type, objectId),
    deliver: (event, hostility) =>
      deliver(target, event, { secret, nowS: Math.floor(now() / 1000) }, hostility),
    state: async (reference, expected) =>
      stateUrl && readState(urlOf(stateUrl, reference), expected),
  }
}

function payWithKey(
  client: Incasso,
  { reference, customerEmail = 'ada@example.com', amount }: Parameters<Stage['pay']>[0],
  idempotencyKey: string,
) {
  const order = { amount, customerName: 'Ada Rossi', customerEmail, metadata: { reference } }
  return client.payments.create(order, { idempotencyKey })
}

function deliver(
  target: URL,
  event: StreamedEvent,
  { secret, nowS }: { secret: string; nowS: number },
  { ageS = 0, isForged = false, change, id = event.id }: Hostility = {},
): Promise<Delivery> {
  const body = change ? JSON.stringify({ ...JSON.parse(event.body), ...change }) : event.body
  return forward(
    target,
    { id, body, timestampS: nowS - ageS },
    { secret: isForged ? newSecret() : secret },
  )
}

function urlOf(stateUrl: URL, reference: string): URL {
  const url = new URL(stateUrl)
  url.searchParams.set('reference', reference)
  return url
}

const isAsExpected = (state: OrderState, expected: OrderState): boolean =>
  state.paid === expected.paid &&
  state.refunded === expected.refunded &&
  (expected.amount === undefined || state.amount === expected.amount)

/** Reads an order until it stays as expected, or until the time limit. */
async function readState(url: URL, expected: OrderState): Promise<OrderState> {
  let isSettled = false
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const state = await requestState(url)
    const isFinal = isAsExpected(state, expected)
    if ((isFinal && isSettled) || waitedMs >= STATE_WITHIN_MS) return state
    isSettled = isFinal
    await wait(isFinal ? SETTLE_MS : POLL_MS)
  }
}

async function requestState(url: URL): Promise<OrderState> {
  const response = await fetch(url, { signal: AbortSignal.timeout(15_000) })
  const text = await response.text()
  // An order that the program does not know was neither paid nor refunded.
  if (response.status === 404) return { paid: 0, refunded: 0 }
  try {
    if (response.ok) return JSON.parse(text)
  } catch {
    // The message below names the URL.
  }
  throw new UsageError(
    `${url.origin}${url.pathname} must answer JSON, and answered ${response.status}.`,
  )
}
