import { DatabaseBusyError, WRITER_WAIT_MS } from '#db/sqlite/writer-turn.ts'
import type {
  PaymentOrder,
  PaymentReceipt,
  PaymentStore,
} from '#server/core/ports/payment-store.ts'
import { inSpan, traceParent } from '#server/core/tracing.ts'

/** What became of each order: a receipt, or why it could not be stored. */
export type Outcome = PaymentReceipt | { is: 'failed'; error: unknown }

/** Stores a list of orders, and answers for each of them. */
export type StoreGroup = (orders: readonly PaymentOrder[]) => Promise<Outcome[]>

/** More would make the first of them wait for the last. */
const MAX_GROUP = 100

/** Kept from the start, so that a clock that tests control does not hold back payments. */
const afterWhatIsReady = setImmediate

type Waiting = {
  order: PaymentOrder
  resolve: (receipt: PaymentReceipt) => void
  reject: (error: unknown) => void
  timer: NodeJS.Timeout
  /** Its span, of which the group that it is the first of becomes a part. */
  parent: string | undefined
}

/**
 * Gathers the payments that arrive in one turn of the event loop, or while the last group is being
 * written, and hands them on together. One that nobody has begun to write in time is refused.
 */
export class PaymentGroups implements PaymentStore {
  readonly #storeGroup: StoreGroup
  readonly #atOnce: number
  readonly #waiting: Waiting[] = []
  #isScheduled = false
  #writing = 0

  /** `atOnce`: how many groups may be on their way to the database. */
  constructor(storeGroup: StoreGroup, { atOnce = 1 }: { atOnce?: number } = {}) {
    this.#storeGroup = storeGroup
    this.#atOnce = atOnce
  }

  /** How many wait to be written. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Its span is the wait for a group and for the database; the group's own belongs to the payment that came first. */
  store(order: PaymentOrder): Promise<PaymentReceipt> {
    return inSpan('store payment', {}, () => this.#stored(order))
  }

  #stored(order: PaymentOrder): Promise<PaymentReceipt> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
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

  #giveUp(waiting: Waiting): void {
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
    waiting.reject(new DatabaseBusyError())
  }

  #schedule(): void {
    if (this.#isScheduled || this.#writing >= this.#atOnce) return
    this.#isScheduled = true
    afterWhatIsReady(() => {
      this.#isScheduled = false
      void this.#write()
    })
  }

  #storedTogether(group: readonly Waiting[]): Promise<Outcome[]> {
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
      const outcomes = await this.#storedTogether(group)
      group.forEach(({ resolve, reject }, at) => {
        const outcome = outcomes[at]
        if (!outcome) reject(new Error('an order was not answered'))
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
