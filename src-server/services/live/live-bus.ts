import type { Live, MerchantChange, StreamSession } from '#server/core/ports/live.ts'
import type { LiveChange } from '#server/shared/live-change.ts'
import { LastChanges } from './last-changes.ts'
import { Subscription } from './subscription.ts'

/** What one process has to tell the others. */
export type LiveNews = { change: MerchantChange } | { sessionsOf: string }

/** However long a session may last, it is asked this often whether it still does. */
const CHECK_EVERY_MS = 60_000

/** Limits the connections that streams take: a browser shares one among its tabs. The oldest ends for one more. */
const MOST_OF_SESSION = 10
const MOST_OF_MERCHANT = 50

/** Tells a page that anything may have changed. */
export const everythingOf = (merchantId: string): LiveChange => ({
  type: 'merchant',
  action: 'changed',
  objectId: merchantId,
})

/** Hands committed changes to the open pages of their merchant, in this process. */
export class LiveBus implements Live {
  /** Whether what other processes change is told here; undefined where there are none, or as long as nobody knows. */
  hearsOthers: boolean | undefined
  #forward: ((news: LiveNews) => void) | undefined
  readonly #subscriptions = new Map<string, Set<Subscription>>()
  readonly #lastChanges: LastChanges
  #isClosed = false

  constructor({ monotonicMs = () => performance.now() }: { monotonicMs?: () => number } = {}) {
    this.#lastChanges = new LastChanges(monotonicMs)
  }

  /** Of this process; others are told too, when there are any. */
  publish(change: MerchantChange): void {
    const { merchantId, type, action, objectId } = change
    this.receive(change)
    this.#forward?.({ change: { merchantId, type, action, objectId } })
  }

  /** Whom to tell of what this process changes. */
  forwardTo(forward: ((news: LiveNews) => void) | undefined): void {
    this.#forward = forward
  }

  /** Every page is told to look at everything: it is not known what was missed. */
  receiveAnything(): void {
    this.#lastChanges.noteAnything()
    for (const merchantId of this.#subscriptions.keys()) {
      this.receive({ merchantId, ...everythingOf(merchantId) })
    }
    // The end of a session may be among it.
    for (const subscription of this.#all()) if (subscription.lasting) subscription.checkAt = 0
  }

  /** Of another process. */
  receive({ merchantId, ...change }: MerchantChange): void {
    this.#lastChanges.note(merchantId)
    for (const subscription of this.#subscriptions.get(merchantId) ?? []) subscription.push(change)
  }

  /** A person has fewer sessions than before: streams of those that ended end too, in every process. */
  sessionsEnded(userId: string): void {
    void this.checkSessions(userId)
    this.#forward?.({ sessionsOf: userId })
  }

  /** Ends the person's streams in this process whose session has ended. */
  async checkSessions(userId: string): Promise<void> {
    for (const subscription of this.#all()) {
      if (subscription.lasting?.userId === userId) await subscription.check()
    }
  }

  /** Ends the streams whose session has ended by itself, or unheard of in another process. */
  async endOver(nowMs: number): Promise<void> {
    for (const subscription of this.#all()) {
      if (subscription.checkAt <= nowMs) await subscription.check({ nowMs, again: CHECK_EVERY_MS })
    }
  }

  /**
   * The changes of a merchant from now on, until the signal, the session's end or that of the process.
   * A page whose data are `knownForMs` old is first told whether anything may have changed since.
   */
  async *subscribe(
    merchantId: string,
    signal: AbortSignal | undefined,
    { lasting, knownForMs }: { lasting?: StreamSession; knownForMs?: number | undefined } = {},
  ): AsyncGenerator<LiveChange> {
    if (this.#isClosed || signal?.aborted) return
    const everything = everythingOf(merchantId)
    const subscription = new Subscription(everything, lasting)
    const ofMerchant = this.#subscriptions.get(merchantId) ?? new Set()
    makeRoom(ofMerchant, lasting)
    this.#subscriptions.set(merchantId, ofMerchant.add(subscription))
    if (knownForMs !== undefined && this.#lastChanges.isWithin(merchantId, knownForMs)) {
      subscription.push(everything)
    }
    const close = () => subscription.close()
    signal?.addEventListener('abort', close)
    try {
      yield* subscription.changes()
    } finally {
      signal?.removeEventListener('abort', close)
      ofMerchant.delete(subscription)
      if (ofMerchant.size === 0) this.#subscriptions.delete(merchantId)
    }
  }

  /** How many streams are open. */
  get size(): number {
    return this.#all().length
  }

  /** Ends every stream, so that the process can end. */
  close(): void {
    this.#isClosed = true
    for (const subscription of this.#all()) subscription.close()
  }

  #all(): Subscription[] {
    return [...this.#subscriptions.values()].flatMap((ofMerchant) => [...ofMerchant])
  }
}

/** Ends the oldest of a session's streams, and of a merchant's, where there are as many as may be. */
function makeRoom(ofMerchant: Set<Subscription>, lasting: StreamSession | undefined): void {
  const end = (oldest: Subscription | undefined) => {
    if (!oldest) return
    oldest.close()
    ofMerchant.delete(oldest)
  }
  if (lasting) {
    const own = [...ofMerchant].filter((each) => each.lasting?.sessionId === lasting.sessionId)
    if (own.length >= MOST_OF_SESSION) end(own[0])
  }
  if (ofMerchant.size >= MOST_OF_MERCHANT) end(ofMerchant.values().next().value)
}
