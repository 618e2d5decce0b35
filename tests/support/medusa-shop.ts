import { randomUUID } from 'node:crypto'
import { IncassoPaymentProvider } from '#sdk/medusa/provider.ts'
import type { IncassoProviderOptions, SessionStatus, WebhookPayload } from '#sdk/medusa/types.ts'

type Data = Record<string, unknown>
type Session = {
  id: string
  cartId: string
  amount: number
  status: SessionStatus
  data: Data
  isAuthorized: boolean
}
/** A cart with its payment collection. A cart becomes one order at most. */
type Cart = { id: string; amount: number; currency: string; customer?: { email: string } }
export type ShopOrder = { id: string; cartId: string; sessionId: string }

/** Statuses of sessions that the completion of a cart considers. */
const PROCESSABLE: SessionStatus[] = ['pending', 'requires_more', 'authorized']

/** The tables of a shop, which all of its servers share, with a lock for each cart. */
export class ShopTables {
  readonly carts = new Map<string, Cart>()
  readonly sessions = new Map<string, Session>()
  readonly orders: ShopOrder[] = []
  readonly #locks = new Map<string, Promise<unknown>>()

  addCart(amount: number, more: Partial<Cart> = {}): Cart {
    const cart = { id: `cart_${randomUUID()}`, amount, currency: 'eur', ...more }
    this.carts.set(cart.id, cart)
    return cart
  }

  cartOf(id: string): Cart {
    const cart = this.carts.get(id)
    if (!cart) throw new Error(`There is no cart ${id}`)
    return cart
  }

  sessionsOf(cartId: string): Session[] {
    return [...this.sessions.values()].filter((session) => session.cartId === cartId)
  }

  /** Runs work under the lock of a cart. */
  async withCart<Result>(cartId: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#locks.get(cartId) ?? Promise.resolve()
    const result = before.then(work, work)
    this.#locks.set(
      cartId,
      result.catch(() => undefined),
    )
    return result
  }
}

/**
 * A server of a shop that treats a payment provider as Medusa 2.21 does: a new session is created while the earlier ones
 * are deleted, a failed deletion keeps its session, a webhook authorizes its session, and the completion of a cart
 * authorizes the first session that can be processed.
 */
export class MedusaServer {
  readonly provider: IncassoPaymentProvider
  readonly #tables: ShopTables

  constructor(tables: ShopTables, options: IncassoProviderOptions) {
    this.#tables = tables
    IncassoPaymentProvider.validateOptions(options)
    const retrieve = async (id: string) => ({
      payment_collection_id: tables.sessions.get(id)?.cartId.replace('cart_', 'pay_col_') ?? null,
    })
    this.provider = new IncassoPaymentProvider({ paymentSessionService: { retrieve } }, options)
  }

  /** Begins the payment of a cart, and returns its session. */
  async initiate(cartId: string): Promise<Session> {
    const earlier = this.#tables.sessionsOf(cartId)
    const [created] = await Promise.all([
      this.#createSession(cartId),
      ...earlier.map((session) => this.#deleteSession(session)),
    ])
    return created
  }

  async #createSession(cartId: string): Promise<Session> {
    const { amount, currency, customer } = this.#tables.cartOf(cartId)
    const id = `payses_${randomUUID()}`
    const session: Session = {
      id,
      cartId,
      amount,
      status: 'pending',
      data: {},
      isAuthorized: false,
    }
    this.#tables.sessions.set(id, session)
    try {
      const { data, status } = await this.provider.initiatePayment({
        amount,
        currency_code: currency,
        data: { session_id: id },
        context: { idempotency_key: id, ...(customer && { customer }) },
      })
      if (!this.#tables.sessions.has(id)) throw new Error(`Session ${id} was deleted meanwhile.`)
      return Object.assign(session, { data, status })
    } catch (error) {
      this.#tables.sessions.delete(id)
      throw error
    }
  }

  async #deleteSession(session: Session): Promise<void> {
    await this.provider.deletePayment({ data: session.data }).then(
      () => this.#tables.sessions.delete(session.id),
      () => undefined,
    )
  }

  /** Authorizes a session once; throws unless its provider says that it is paid or authorized. */
  async #authorize(session: Session): Promise<void> {
    if (session.isAuthorized) return
    const { data, status } = await this.provider.authorizePayment({
      data: session.data,
      context: { idempotency_key: session.id },
    })
    Object.assign(session, { data, status })
    if (status !== 'authorized' && status !== 'captured') {
      throw new Error(`Session ${session.id} was not authorized with the provider.`)
    }
    Object.assign(session, { status: 'authorized', isAuthorized: true })
  }

  /** Makes the order of a cart, as the page does to which the payer returns. */
  complete(cartId: string): Promise<ShopOrder> {
    return this.#tables.withCart(cartId, async () => {
      const existing = this.#tables.orders.find((order) => order.cartId === cartId)
      if (existing) return existing
      const session = this.#tables
        .sessionsOf(cartId)
        .find(({ status }) => PROCESSABLE.includes(status))
      if (!session) throw new Error('There is no payment to complete the cart with.')
      await this.#authorize(session)
      const order = { id: `order_${randomUUID()}`, cartId, sessionId: session.id }
      this.#tables.orders.push(order)
      return order
    })
  }

  /** Processes a webhook. Returns the action that the provider derived from it. */
  async receive(payload: WebhookPayload): Promise<string> {
    const { action, data } = await this.provider.getWebhookActionAndData(payload)
    if (!data || (action !== 'captured' && action !== 'authorized')) return action
    const session = this.#tables.sessions.get(data.session_id)
    if (!session) throw new Error(`There is no session ${data.session_id}`)
    if (action === 'captured') {
      await this.#tables.withCart(session.cartId, () => this.#authorize(session))
    }
    // Medusa goes on when the cart cannot be completed: the payer who returns tries again.
    await this.complete(session.cartId).catch(() => undefined)
    return action
  }
}
