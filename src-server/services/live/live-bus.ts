import type { Live, MerchantChange, StreamSession } from '#server/core/ports/live.ts'
import type { LiveChange } from '#server/shared/live-change.ts'
import { LastChanges } from './last-changes.ts'
import { Subscription } from './subscription.ts'

/** A message to the other processes: a merchant's change, or the id of a person some of whose sessions have ended. */
export type LiveUpdate = { change: MerchantChange } | { sessionsOf: string }

/** Interval at which each open stream checks that its session still exists. */
const CHECK_EVERY_MS = 60_000

/**
 * Limits of open streams per session and per merchant. A browser shares one stream among its tabs. A new stream above a
 * limit ends the oldest.
 */
const MAX_PER_SESSION = 10
const MAX_PER_MERCHANT = 50

/** Returns the change that notifies a page that anything may have changed. */
export const unknownChangeOf = (merchantId: string): LiveChange => ({
  type: 'merchant',
  action: 'changed',
  objectId: merchantId,
})

/** Publishes committed changes to the open pages of their merchant, in this process. */
export class LiveBus implements Live {
  /** True when changes of other processes arrive here. Undefined without other processes, and until it is known. */
  receivesOthers: boolean | undefined
  #forward: ((update: LiveUpdate) => void) | undefined
  readonly #subscriptions = new Map<string, Set<Subscription>>()
  readonly #lastChanges: LastChanges
  #isClosed = false

  constructor({ monotonicMs = () => performance.now() }: { monotonicMs?: () => number } = {}) {
    this.#lastChanges = new LastChanges(monotonicMs)
  }

  /** Publishes a change of this process, here and to the other processes. */
  publish(change: MerchantChange): void {
    const { merchantId, type, action, objectId } = change
    this.receive(change)
    this.#forward?.({ change: { merchantId, type, action, objectId } })
  }

  /** Sets the function that sends this process's messages to the other processes. */
  forwardTo(forward: ((update: LiveUpdate) => void) | undefined): void {
    this.#forward = forward
  }

  /** Notifies every page to reload everything: changes of other processes were lost, and it is unknown which. */
  receiveAnything(): void {
    this.#lastChanges.recordAnyChange()
    for (const merchantId of this.#subscriptions.keys()) {
      this.receive({ merchantId, ...unknownChangeOf(merchantId) })
    }
    // The end of a session may have been missed too.
    for (const subscription of this.#all()) if (subscription.session) subscription.checkAt = 0
  }

  /** Publishes a change in this process only. */
  receive({ merchantId, ...change }: MerchantChange): void {
    this.#lastChanges.record(merchantId)
    for (const subscription of this.#subscriptions.get(merchantId) ?? []) subscription.push(change)
  }

  /** Ends the streams of a person's ended sessions, in every process. */
  sessionsEnded(userId: string): void {
    void this.checkSessions(userId)
    this.#forward?.({ sessionsOf: userId })
  }

  /** Ends the person's streams in this process whose session has ended. */
  async checkSessions(userId: string): Promise<void> {
    for (const subscription of this.#all()) {
      if (subscription.session?.userId === userId) await subscription.check()
    }
  }

  /** Ends the streams whose session has expired, or has ended in another process without a notification. */
  async endOverdue(nowMs: number): Promise<void> {
    for (const subscription of this.#all()) {
      if (subscription.checkAt <= nowMs) await subscription.check({ nowMs, again: CHECK_EVERY_MS })
    }
  }

  /**
   * Yields the changes of a merchant until the signal aborts, or the session or the process ends. `knownForMs` is the
   * age of the dashboard's data. If anything may have changed since, the dashboard is first notified to reload
   * everything.
   */
  async *subscribe(
    merchantId: string,
    signal: AbortSignal | undefined,
    { session, knownForMs }: { session?: StreamSession; knownForMs?: number | undefined } = {},
  ): AsyncGenerator<LiveChange> {
    if (this.#isClosed || signal?.aborted) return
    const unknownChange = unknownChangeOf(merchantId)
    const subscription = new Subscription(unknownChange, session)
    const merchantSubscriptions = this.#subscriptions.get(merchantId) ?? new Set()
    endOldestStreams(merchantSubscriptions, session)
    this.#subscriptions.set(merchantId, merchantSubscriptions.add(subscription))
    if (knownForMs !== undefined && this.#lastChanges.isWithin(merchantId, knownForMs)) {
      subscription.push(unknownChange)
    }
    const close = () => subscription.close()
    signal?.addEventListener('abort', close)
    try {
      yield* subscription.changes()
    } finally {
      signal?.removeEventListener('abort', close)
      merchantSubscriptions.delete(subscription)
      if (merchantSubscriptions.size === 0) this.#subscriptions.delete(merchantId)
    }
  }

  /** Number of open streams. */
  get size(): number {
    return this.#all().length
  }

  /** Ends every stream, so that the process can exit. */
  close(): void {
    this.#isClosed = true
    for (const subscription of this.#all()) subscription.close()
  }

  #all(): Subscription[] {
    return [...this.#subscriptions.values()].flatMap((merchantSubscriptions) => [
      ...merchantSubscriptions,
    ])
  }
}

/** Ends the oldest stream of the session, and of the merchant, where the limit is reached. */
function endOldestStreams(
  merchantSubscriptions: Set<Subscription>,
  session: StreamSession | undefined,
): void {
  const end = (oldest: Subscription | undefined) => {
    if (!oldest) return
    oldest.close()
    merchantSubscriptions.delete(oldest)
  }
  if (session) {
    const streamsOfSession = [...merchantSubscriptions].filter(
      (each) => each.session?.sessionId === session.sessionId,
    )
    if (streamsOfSession.length >= MAX_PER_SESSION) end(streamsOfSession[0])
  }
  if (merchantSubscriptions.size >= MAX_PER_MERCHANT)
    end(merchantSubscriptions.values().next().value)
}
