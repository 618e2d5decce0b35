import { setTimeout as wait } from 'node:timers/promises'
import { inTransaction, type World } from '#server/core/context.ts'
import { leaseRows, releaseRows } from '#server/core/queues/leased-rows.queries.ts'
import type { EndpointKey } from '#server/services/outbox/endpoints.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { deliver } from './deliver.ts'
import { DeliveryLoad, endpointName } from './delivery-load.ts'
import {
  type DueEvent,
  dueEventColumns,
  listWaitingEndpoints,
  type WaitingEndpoint,
  waitingEvents,
  waitingEventsOf,
} from './due-events.queries.ts'
import { COPY_PAUSE_MS, EventCopies } from './event-copies.ts'

/** Longer than an attempt can take (15 s): a worker whose lease runs out has died. */
export const LEASE_MS = 20_000
const PAGE = 200
/** Interval at which a worker with busy endpoints looks for new events of other endpoints. */
const POLL_INTERVAL_MS = 250
/** Pause per page of endpoints read; SQLite reads a page in about one millisecond. */
const PER_PAGE_MS = 5

type Share = EndpointKey & { limit: number }

/** Position before all endpoints. */
const START: EndpointKey = { merchantId: '', endpointId: '' }
const isStart = ({ merchantId }: EndpointKey): boolean => merchantId === ''

export type WorkerOptions = {
  world: World
  random: () => number
  /** Simultaneous attempts per endpoint: a slow endpoint delays only its own events. */
  perEndpoint?: number
  inFlight?: number
}

/** Delivers the events of the outbox. Several workers may run: each leases rows that no other has leased. */
export class DeliveryWorker {
  readonly #world: World
  readonly #random: () => number
  readonly #load: DeliveryLoad
  readonly #running = new Set<Promise<void>>()
  readonly #copies: EventCopies
  /** Id of the last endpoint that was read; the next page of endpoints begins after it. */
  #after = START
  /** True if the last `takeDue` left, or may have left, due events. */
  #isAnyLeft = false
  /** True if an event for several endpoints still lacks a row for one of these endpoints. */
  #isAnyCopyLeft = false
  /** Pages of endpoints that the last `takeDue` read. */
  #pages = 0
  #ended = 0
  #onEnd: (() => void)[] = []

  constructor({ world, random, perEndpoint = 4, inFlight = 400 }: WorkerOptions) {
    this.#world = world
    this.#random = random
    this.#load = new DeliveryLoad({ perEndpoint, inFlight })
    this.#copies = new EventCopies(world)
  }

  /** Releases the leases of the process that died. Only on SQLite, where no other process can have leases. */
  async recover(): Promise<void> {
    const { db, dialect } = this.#world
    if (dialect === 'sqlite') await releaseRows(db, waitingEvents)
  }

  /**
   * Delivers until nothing is due or the signal aborts. An endpoint with many waiting events gets the next one as soon
   * as it responds. Meanwhile the worker looks for new events of other endpoints.
   */
  async deliverDue(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const ended = this.#ended
      await this.takeDue()
      if (!this.#isAnyLeft) return
      await Promise.race([
        this.#attemptEndsAfter(ended),
        wait(this.#isAnyCopyLeft ? COPY_PAUSE_MS : POLL_INTERVAL_MS, undefined, { ref: false }),
      ])
      // The pause lets attempts that end at about the same time be handled together. It also limits the reads to a
      // fifth of the time, however many endpoints wait.
      await wait(this.#pages * PER_PAGE_MS)
    }
  }

  /**
   * Starts to deliver due events up to the load limit, and returns their number. Endpoints are served in rotation:
   * where the limit is reached, the next call continues.
   */
  async takeDue(): Promise<number> {
    let capacity = this.#load.freeSlots()
    let count = 0
    let isLastRound = isStart(this.#after)
    this.#isAnyCopyLeft = await this.#copies.makeSome()
    this.#isAnyLeft = this.#isAnyCopyLeft || capacity <= 0
    this.#pages = 0
    while (capacity > 0) {
      const page = await this.#listNextEndpoints()
      this.#pages += 1
      const pageShares = this.#share(capacity, page)
      this.#isAnyLeft ||= page.some(({ isDue }) => isDue)
      const leased = pageShares.length === 0 ? [] : await this.#lease(pageShares)
      for (const event of leased) this.#start(event)
      count += leased.length
      capacity -= leased.length
      if (capacity <= 0) this.#after = pageShares.at(-1) ?? START
      else if (page.length === PAGE) this.#after = page.at(-1) ?? START
      else {
        this.#after = START
        if (isLastRound) break
        isLastRound = true
      }
    }
    return count
  }

  /** Waits for the running attempts. */
  async idle(): Promise<void> {
    await Promise.all(this.#running)
  }

  /** Resolves once more than `count` attempts have ended. */
  #attemptEndsAfter(count: number): Promise<void> {
    if (this.#ended > count) return Promise.resolve()
    return new Promise((resolve) => this.#onEnd.push(resolve))
  }

  // Reads outside a transaction: a writing one, four times a second, would delay payments.
  #listNextEndpoints(): Promise<WaitingEndpoint[]> {
    const { db, now } = this.#world
    return listWaitingEndpoints(db, { after: this.#after, now: toIso(now()), limit: PAGE })
  }

  /** Divides `capacity` attempts among the endpoints that wait. */
  #share(capacity: number, waiting: WaitingEndpoint[]): Share[] {
    const shares: Share[] = []
    let remaining = capacity
    for (const endpoint of waiting) {
      const limit = Math.min(this.#load.freeSlotsAt(endpoint), remaining)
      if (!endpoint.isDue || limit <= 0) continue
      const { merchantId, endpointId } = endpoint
      shares.push({ merchantId, endpointId, limit })
      remaining -= limit
    }
    return shares
  }

  #lease(shares: Share[]): Promise<DueEvent[]> {
    return inTransaction(this.#world, async ({ db, dialect, now }) => {
      const nowMs = now()
      const times = { now: toIso(nowMs), leasedUntil: toIso(nowMs + LEASE_MS) }
      const leased: DueEvent[] = []
      for (const { endpointId, ...share } of shares) {
        const batch = { dialect, ...share, ...times, columns: dueEventColumns }
        leased.push(...(await leaseRows(db, waitingEventsOf(endpointId), batch)))
      }
      return leased
    })
  }

  #start(event: DueEvent): void {
    const { log } = this.#world
    const endAttempt = this.#load.begin(endpointName(event))
    const run = deliver(this.#world, event, { random: this.#random })
      .then(() => undefined)
      // The failure is only logged: the lease expires, and then the event is retried.
      .catch((error: unknown) =>
        log.error({ err: error, event: event.id }, 'an attempt could not be recorded'),
      )
      .finally(() => {
        this.#running.delete(run)
        endAttempt()
        this.#ended += 1
        for (const resolve of this.#onEnd.splice(0)) resolve()
      })
    this.#running.add(run)
  }
}
