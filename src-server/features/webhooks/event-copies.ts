import { inTransaction, type World } from '#server/core/context.ts'
import { copyEvents } from '#server/services/outbox/copy-events.ts'
import { findMerchantWithCopies } from '#server/services/outbox/event-copies.queries.ts'
import { lockIntegration } from '#server/services/outbox/integrations.queries.ts'
import { lockMerchantRow } from '../merchants/merchants.queries.ts'

/** Shortest pause between two calls that make copies, while copies are left. */
export const COPY_PAUSE_MS = 50
/**
 * Events of one merchant that are copied in one transaction. With `COPY_PAUSE_MS` this is as many as an endpoint that
 * responds at once receives, so that copying takes no more of the database than deliveries do.
 */
const PER_MERCHANT = 20
/** Merchants whose events are copied before the worker looks for due events again. */
const MERCHANTS = 20

/** Gives each endpoint its own rows of the events that payments have written once for several endpoints. */
export class EventCopies {
  readonly #world: World
  readonly #monotonicMs: () => number
  /** Merchant after which the next call begins, so that merchants are served in rotation. */
  #after = ''
  /** Time from which copies that were left may be made. */
  #nextMs = Number.NEGATIVE_INFINITY

  constructor(world: World, monotonicMs = () => performance.now()) {
    this.#world = world
    this.#monotonicMs = monotonicMs
  }

  /** Makes copies for some merchants. Returns true when some are left, or may be left. */
  async makeSome(): Promise<boolean> {
    if (this.#monotonicMs() < this.#nextMs) return true
    const start = this.#after
    let isAnyLeft = false
    let merchantId: string | undefined
    for (let count = 0; count < MERCHANTS; count++) {
      merchantId = (await findMerchantWithCopies(this.#world.db, { after: this.#after }))
        ?.merchantId
      if (merchantId === undefined) break
      this.#after = merchantId
      isAnyLeft = (await this.#copyEventsOf(merchantId)) === PER_MERCHANT || isAnyLeft
    }
    if (merchantId === undefined) this.#after = ''
    // Merchants before the start, or after the last examined merchant, were not examined.
    isAnyLeft ||= start !== '' || merchantId !== undefined
    this.#nextMs = isAnyLeft ? this.#monotonicMs() + COPY_PAUSE_MS : Number.NEGATIVE_INFINITY
    return isAnyLeft
  }

  #copyEventsOf(merchantId: string): Promise<number> {
    return inTransaction(this.#world, async (inner) => {
      const { db, dialect } = inner
      // A new row refers to the merchant, which is locked before the integration.
      await lockMerchantRow(db, { dialect, merchantId, hold: 'settings' })
      await lockIntegration(db, { dialect, merchantId })
      return copyEvents(inner, { merchantId, limit: PER_MERCHANT })
    })
  }
}
