import { DatabaseBusyError, WRITER_WAIT_MS } from '#db/sqlite/writer-queue.ts'
import type { OrderOutcome, PaymentOrder, PaymentStore } from '#server/core/ports/payment-store.ts'
import { inSpan, traceParent } from '#server/core/tracing.ts'

/** Outcome of an order, or the error that prevented storing it. */
export type Outcome = OrderOutcome | { is: 'failed'; error: unknown }

/** Stores a list of orders and returns the outcome of each, in order. */
export type StoreGroup = (orders: readonly PaymentOrder[]) => Promise<Outcome[]>

/** Payments per group. A larger group would make its first payment wait for its last. */
const MAX_GROUP = 100

/** Bound when the module loads, so that a test's fake clock does not hold back payments. */
const defer = setImmediate

type WaitingPayment = {
  order: PaymentOrder
  resolve: (outcome: OrderOutcome) => void
  reject: (error: unknown) => void
  timer: NodeJS.Timeout
  /** Trace parent of the payment. A group's span becomes a child of its first payment's span. */
  parent: string | undefined
}

/**
 * Groups the payments that arrive in one tick of the event loop, or while the previous group is being written, and
 * stores them together. A payment that is still waiting after `WRITER_WAIT_MS` is rejected with `DatabaseBusyError`.
 */
export class PaymentGroups implements PaymentStore {
  readonly #storeGroup: StoreGroup
  readonly #atOnce: number
  readonly #waiting: WaitingPayment[] = []
  #isScheduled = false
  #writing = 0

  /** `atOnce`: the number of groups that may be written at the same time. */
  constructor(storeGroup: StoreGroup, { atOnce = 1 }: { atOnce?: number } = {}) {
    this.#storeGroup = storeGroup
    this.#atOnce = atOnce
  }

  /** Number of payments that wait to be written. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Traces the wait for a group and for the database. The group's own span belongs to its first payment. */
  store(order: PaymentOrder): Promise<OrderOutcome> {
    return inSpan('store payment', {}, () => this.#enqueue(order))
  }

  #enqueue(order: PaymentOrder): Promise<OrderOutcome> {
    return new Promise((resolve, reject) => {
      const waiting: WaitingPayment = {
        order,
        resolve,
        reject,
        timer: setTimeout(() => this.#giveUp(waiting), WRITER_WAIT_MS),
        parent: traceParent(),
      }
      this.#waiting.push(waiting)
      this.#schedule()
    })
  }

  #giveUp(waiting: WaitingPayment): void {
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
    waiting.reject(new DatabaseBusyError())
  }

  #schedule(): void {
    if (this.#isScheduled || this.#writing >= this.#atOnce) return
    this.#isScheduled = true
    defer(() => {
      this.#isScheduled = false
      void this.#write()
    })
  }

  #storeTogether(group: readonly WaitingPayment[]): Promise<Outcome[]> {
    const store = () => this.#storeGroup(group.map(({ order }) => order))
    const parent = group[0]?.parent ?? ''
    return inSpan('store group', { 'incasso.payments': group.length }, store, { parent })
  }

  async #write(): Promise<void> {
    const group = this.#waiting.splice(0, MAX_GROUP)
    if (group.length === 0) return
    for (const { timer } of group) clearTimeout(timer)
    this.#writing += 1
    try {
      const outcomes = await this.#storeTogether(group)
      group.forEach(({ resolve, reject }, at) => {
        const outcome = outcomes[at]
        if (!outcome) reject(new Error('an order got no outcome'))
        else if (outcome.is === 'failed') reject(outcome.error)
        else resolve(outcome)
      })
    } catch (error) {
      for (const { reject } of group) reject(error)
    } finally {
      this.#writing -= 1
      if (this.#waiting.length > 0) this.#schedule()
    }
  }
}
