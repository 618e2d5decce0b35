import { inTransaction, type World } from '../../context.ts'
import { toIso } from '../../shared/day.ts'
import { deliver } from './deliver.ts'
import { Load } from './load.ts'
import { type DueEvent, leaseEvents, listDueEvents, releaseLeases } from './webhooks.queries.ts'

/** Longer than an attempt can take (15 s): whoever holds a row beyond it has died. */
export const LEASE_MS = 20_000
const PAGE = 200

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

  constructor({ world, random, perEndpoint = 4, inFlight = 400 }: WorkerOptions) {
    this.#world = world
    this.#random = random
    this.#load = new Load({ perEndpoint, inFlight })
  }

  /** SQLite has one process alone: what is held as it begins was held by the one that died. */
  async recover(): Promise<void> {
    const { db, dialect } = this.#world
    if (dialect === 'sqlite') await releaseLeases(db)
  }

  /** Begins to deliver what is due, as far as there is room; answers how many. */
  async takeDue(): Promise<number> {
    const room = this.#load.room()
    if (room <= 0 || !(await this.#isAnythingDue())) return 0
    const taken = await inTransaction(this.#world, (inner) => this.#lease(inner, room))
    for (const event of taken) this.#start(event)
    return taken.length
  }

  /** Waits for what is being delivered. */
  async idle(): Promise<void> {
    await Promise.all(this.#running)
  }

  // Reading first: a write transaction four times a second would stand in the way of payments.
  async #isAnythingDue(): Promise<boolean> {
    const { db, dialect, now } = this.#world
    const except = this.#load.full()
    const due = await listDueEvents(db, {
      dialect,
      now: toIso(now()),
      except,
      limit: 1,
      isReading: true,
    })
    return due.length > 0
  }

  // PostgreSQL may have this run again, so what is taken counts only once it is committed.
  async #lease({ db, dialect, now }: World, room: number): Promise<DueEvent[]> {
    const planned = this.#load.plan()
    const taken: DueEvent[] = []
    for (;;) {
      const except = planned.full()
      const page = await listDueEvents(db, { dialect, now: toIso(now()), except, limit: PAGE })
      const fitting: DueEvent[] = []
      for (const event of page) {
        if (taken.length + fitting.length >= room) break
        if (planned.take(event)) fitting.push(event)
      }
      await leaseEvents(db, fitting, toIso(now() + LEASE_MS))
      taken.push(...fitting)
      // What was left out belongs to endpoints that are busy now; the next page skips them.
      if (page.length < PAGE || taken.length >= room) return taken
    }
  }

  #start(event: DueEvent): void {
    const { log } = this.#world
    const done = this.#load.begin(event)
    const run = deliver(this.#world, event, { random: this.#random })
      .then(() => undefined)
      // The lease runs out and the event is tried again.
      .catch((error: unknown) =>
        log.error({ err: error, event: event.id }, 'an attempt could not be recorded'),
      )
      .finally(() => {
        this.#running.delete(run)
        done()
      })
    this.#running.add(run)
  }
}
