import { setTimeout as wait } from 'node:timers/promises'
import { inTransaction, type World } from '#server/core/context.ts'
import { leaseRows, releaseRows } from '#server/core/queues/leased-rows.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { deliver } from './deliver.ts'
import {
  type DueEvent,
  dueEventColumns,
  listWaitingMerchants,
  type WaitingMerchant,
  waitingEvents,
} from './due-events.queries.ts'
import { Load } from './load.ts'

/** Longer than an attempt can take (15 s): a worker that holds a row beyond it has died. */
export const LEASE_MS = 20_000
const PAGE = 200
/** While endpoints are busy: how soon an event of another one is seen. */
const LOOK_EVERY_MS = 250
/** A page of merchants takes SQLite about one millisecond. */
const PER_PAGE_MS = 5

type Share = { merchantId: string; limit: number }

const lastOf = (merchants: readonly { merchantId: string }[]): string =>
  merchants.at(-1)?.merchantId ?? ''

export type WorkerOptions = {
  world: World
  random: () => number
  /** At one endpoint at once: a slow one keeps its own events waiting, not the others'. */
  perEndpoint?: number
  inFlight?: number
}

/** Delivers what the outbox holds. Several may run: each takes rows that no other is at. */
export class DeliveryWorker {
  readonly #world: World
  readonly #random: () => number
  readonly #load: Load
  readonly #running = new Set<Promise<void>>()
  /** The merchant after whom the next look begins. */
  #after = ''
  /** Whether the last look left, or may have left, something that was due. */
  #isAnyLeft = false
  /** How many pages of merchants it went through. */
  #pages = 0
  #ended = 0
  #onEnd: (() => void)[] = []

  constructor({ world, random, perEndpoint = 4, inFlight = 400 }: WorkerOptions) {
    this.#world = world
    this.#random = random
    this.#load = new Load({ perEndpoint, inFlight })
  }

  /** What this process held when it died is free at once, where no other process can be holding it. */
  async recover(): Promise<void> {
    const { db, dialect } = this.#world
    if (dialect === 'sqlite') await releaseRows(db, waitingEvents)
  }

  /**
   * Delivers until nothing is due, or until the signal comes. An endpoint with many events waiting gets
   * the next as soon as one was answered, and new events of others are looked for meanwhile.
   */
  async deliverDue(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const ended = this.#ended
      await this.takeDue()
      if (!this.#isAnyLeft) return
      await Promise.race([
        this.#attemptEndsAfter(ended),
        wait(LOOK_EVERY_MS, undefined, { ref: false }),
      ])
      // What ends at about the same time is followed up together; and looking takes a fifth of the time at
      // most, however many endpoints wait.
      await wait(this.#pages * PER_PAGE_MS)
    }
  }

  /**
   * Begins to deliver what is due, as far as there is room; answers how many. Endpoints take turns: where
   * the room ends, the next call goes on.
   */
  async takeDue(): Promise<number> {
    let room = this.#load.room()
    let count = 0
    let isLastRound = this.#after === ''
    this.#isAnyLeft = room <= 0
    this.#pages = 0
    while (room > 0) {
      const page = await this.#lookFurther()
      this.#pages += 1
      const wanted = this.#share(room, page)
      this.#isAnyLeft ||= page.some(({ isDue }) => isDue)
      const taken = wanted.length === 0 ? [] : await this.#lease(wanted)
      for (const event of taken) this.#start(event)
      count += taken.length
      room -= taken.length
      if (room <= 0) this.#after = lastOf(wanted)
      else if (page.length === PAGE) this.#after = lastOf(page)
      else {
        this.#after = ''
        if (isLastRound) break
        isLastRound = true
      }
    }
    return count
  }

  /** Waits for what is being delivered. */
  async idle(): Promise<void> {
    await Promise.all(this.#running)
  }

  /** Resolves once more attempts have ended than `count`. */
  #attemptEndsAfter(count: number): Promise<void> {
    if (this.#ended > count) return Promise.resolve()
    return new Promise((resolve) => this.#onEnd.push(resolve))
  }

  // Reading outside a transaction: one that writes, four times a second, would stand in the way of payments.
  #lookFurther(): Promise<WaitingMerchant[]> {
    const { db, now } = this.#world
    return listWaitingMerchants(db, { after: this.#after, now: toIso(now()), limit: PAGE })
  }

  /** How many events each endpoint may be sent now, of `room` in all. */
  #share(room: number, waiting: WaitingMerchant[]): Share[] {
    const shares: Share[] = []
    let left = room
    for (const merchant of waiting) {
      const limit = Math.min(this.#load.roomAt(merchant), left)
      if (!merchant.isDue || limit <= 0) continue
      shares.push({ merchantId: merchant.merchantId, limit })
      left -= limit
    }
    return shares
  }

  #lease(shares: Share[]): Promise<DueEvent[]> {
    return inTransaction(this.#world, async ({ db, dialect, now }) => {
      const nowMs = now()
      const times = { now: toIso(nowMs), leasedUntil: toIso(nowMs + LEASE_MS) }
      const taken: DueEvent[] = []
      for (const share of shares) {
        const batch = { dialect, ...share, ...times, columns: dueEventColumns }
        taken.push(...(await leaseRows(db, waitingEvents, batch)))
      }
      return taken
    })
  }

  #start(event: DueEvent): void {
    const { log } = this.#world
    const done = this.#load.begin(event.merchantId)
    const run = deliver(this.#world, event, { random: this.#random })
      .then(() => undefined)
      // The lease runs out and the event is tried again.
      .catch((error: unknown) =>
        log.error({ err: error, event: event.id }, 'an attempt could not be recorded'),
      )
      .finally(() => {
        this.#running.delete(run)
        done()
        this.#ended += 1
        for (const resolve of this.#onEnd.splice(0)) resolve()
      })
    this.#running.add(run)
  }
}
