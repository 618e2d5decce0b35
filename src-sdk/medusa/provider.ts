import { Incasso } from '../incasso.ts'
import { IncassoProblem } from '../problems.ts'
import type { KeyedOptions } from '../transport.ts'
import type { NewPayment, Payment } from '../types.ts'
import { verifyWebhook, type WebhookEvent } from '../webhooks.ts'
import { amountText } from './amounts.ts'
import type {
  AmountInput,
  IncassoProviderOptions,
  MedusaContainer,
  ProviderInput,
  ProviderOutput,
  SessionInput,
  SessionStatus,
  StatusOutput,
  WebhookAction,
  WebhookPayload,
} from './types.ts'

export type { IncassoProviderOptions } from './types.ts'

/** Requests for one payment: each but the first follows the cancellation of an earlier session's payment. */
const MAX_ATTEMPTS = 4

const statuses: Record<Payment['stage'], SessionStatus> = {
  created: 'pending',
  awaiting_payer: 'pending',
  requires_action: 'requires_more',
  processing: 'pending',
  authorized: 'authorized',
  succeeded: 'captured',
  cancelled: 'canceled',
  failed: 'error',
}

/** Events that move a session, with what Medusa is to do. */
const actions: Partial<Record<WebhookEvent['type'], WebhookAction['action']>> = {
  'payment.authorized': 'authorized',
  'payment.completed': 'captured',
  'payment.failed': 'failed',
  'payment.pending': 'pending',
  'payment.requires_action': 'requires_more',
}

/** Stages in which nothing was paid, so that the payment of an earlier session can be cancelled. */
const unpaid: readonly Payment['stage'][] = [
  'created',
  'awaiting_payer',
  'requires_action',
  'failed',
  'cancelled',
]

/**
 * A payment provider of Medusa 2. It needs no package of Medusa, whose payment module takes any class with these
 * methods. The payer pays at Incasso. Sessions of a payment collection share one reference, so that at most one payment
 * of an order is open or paid, in however many tabs and on however many servers.
 */
export class IncassoPaymentProvider {
  static identifier = 'incasso'
  readonly #client: Incasso
  readonly #container: MedusaContainer
  readonly #options: IncassoProviderOptions

  /** Throws a TypeError for options that cannot work, when Medusa starts. */
  static validateOptions(options: IncassoProviderOptions): void {
    clientOf(options)
    const { returnUrl, cancelUrl = returnUrl, webhookSecret } = options
    for (const url of [returnUrl, cancelUrl]) {
      if (!URL.canParse(url)) throw new TypeError('returnUrl and cancelUrl must be URLs')
    }
    if (webhookSecret === undefined || webhookSecret.length === 0) {
      throw new TypeError('webhookSecret must be the signing secret of the endpoint, whsec_…')
    }
  }

  constructor(container: MedusaContainer, options: IncassoProviderOptions) {
    this.#client = clientOf(options)
    this.#container = container
    this.#options = options
  }

  getIdentifier(): string {
    return IncassoPaymentProvider.identifier
  }

  /** Creates the payment of a session. The storefront sends the payer to `data.url`. */
  async initiatePayment(input: SessionInput): Promise<StatusOutput & { id: string }> {
    const sessionId = textOf(input.data, 'session_id')
    const order = await this.#orderOf(input, sessionId)
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const payment = await this.#create(order, sessionId, attempt)
      if (typeof payment !== 'string') return { id: payment.id, ...outputOf(payment) }
      await this.#cancelUnpaid(payment)
    }
    throw new Error('An earlier payment of this order is still being cancelled.')
  }

  /** Changes the amount; a change of the currency needs a new session. */
  async updatePayment(input: SessionInput): Promise<StatusOutput> {
    const payment = await this.#read(input)
    const currency = input.currency_code.toUpperCase()
    if (payment.currency !== currency) {
      throw new Error('A payment keeps its currency: create a new payment session.')
    }
    const amount = amountText(input.amount, currency)
    if (payment.amount === amount) return outputOf(payment)
    return outputOf(await this.#client.payments.changeAmount(payment.id, { amount }))
  }

  /** Cancels the payment of a session that is replaced. Throws if it was paid, so that Medusa keeps the session. */
  async deletePayment({ data }: ProviderInput): Promise<ProviderOutput> {
    if (data?.['id'] === undefined) return { data: {} }
    return outputOf(await this.#cancelUnpaid(textOf(data, 'id')))
  }

  async authorizePayment(input: ProviderInput): Promise<StatusOutput> {
    return outputOf(await this.#read(input))
  }

  async getPaymentStatus(input: ProviderInput): Promise<StatusOutput> {
    return outputOf(await this.#read(input))
  }

  async retrievePayment(input: ProviderInput): Promise<ProviderOutput> {
    return outputOf(await this.#read(input))
  }

  /** Captures all of the payment. A payment that was captured already, also at Incasso, stays as it is. */
  async capturePayment({ data, context }: ProviderInput): Promise<ProviderOutput> {
    const id = textOf(data, 'id')
    const captured = await this.#client.payments
      .capture(id, {}, keyOf(context))
      .catch((error: unknown) => {
        if (reasonOf(error) !== 'already_captured') throw error
        return this.#client.payments.get(id)
      })
    return outputOf(captured)
  }

  async refundPayment({ amount, data, context }: AmountInput): Promise<ProviderOutput> {
    const payment = await this.#read({ data })
    const { status, failureReason } = await this.#client.payments.refund(
      payment.id,
      { amount: amountText(amount, payment.currency) },
      keyOf(context),
    )
    if (status === 'failed') throw new Error(`The refund failed: ${failureReason}`)
    return outputOf(await this.#read({ data }))
  }

  /** Releases the payment of a cancelled order. Throws if the money was taken: it is to be refunded. */
  async cancelPayment({ data, context }: ProviderInput): Promise<ProviderOutput> {
    return outputOf(await this.#void(textOf(data, 'id'), keyOf(context)))
  }

  /** Verifies a webhook, and returns what Medusa is to do. Throws a WebhookProblem if it is not genuine. */
  async getWebhookActionAndData({ rawData, headers }: WebhookPayload): Promise<WebhookAction> {
    const { webhookSecret } = this.#options
    const event = await verifyWebhook(rawData, headers as Record<string, string>, webhookSecret)
    const action = actions[event.type]
    const { metadata, amounts } = event.data as Partial<Payment>
    const sessionId = metadata?.['session_id']
    // Payments of other programs have no session here.
    if (action === undefined || sessionId === undefined || amounts === undefined) {
      return { action: 'not_supported' }
    }
    const amount = action === 'captured' ? amounts.captured : (amounts.authorized ?? amounts.asked)
    return { action, data: { session_id: sessionId, amount } }
  }

  async #orderOf(
    { amount, currency_code: code, context }: SessionInput,
    sessionId: string,
  ): Promise<NewPayment> {
    const currency = code.toUpperCase()
    const { returnUrl, cancelUrl, capture = false } = this.#options
    const back = new URL(returnUrl)
    back.searchParams.set('payment_session', sessionId)
    const session = await this.#container.paymentSessionService.retrieve(sessionId, {
      select: ['id', 'payment_collection_id'],
    })
    return {
      amount: amountText(amount, currency),
      currency: currency as NonNullable<NewPayment['currency']>,
      captureMethod: capture ? 'automatic' : 'manual',
      reference: textOf(session, 'payment_collection_id'),
      metadata: { session_id: sessionId },
      returnUrl: back.href,
      ...(cancelUrl !== undefined && { cancelUrl }),
      ...payerOf(context),
    }
  }

  /** Creates a payment. Returns the id of the payment of an earlier session instead, if one is open. */
  async #create(order: NewPayment, sessionId: string, attempt: number): Promise<Payment | string> {
    try {
      const idempotencyKey = `medusa-${sessionId}-${attempt}`
      const payment = await this.#client.payments.create(order, { idempotencyKey })
      return payment.metadata?.['session_id'] === sessionId ? payment : payment.id
    } catch (error) {
      const problem = error instanceof IncassoProblem ? error : undefined
      if (problem?.reason !== 'reference_open') throw error
      return problem.transactionId ?? ''
    }
  }

  async #cancelUnpaid(id: string): Promise<Payment> {
    const payment = await this.#client.payments.get(id)
    if (!unpaid.includes(payment.stage)) {
      throw new Error(`Payment ${id} of this order is ${payment.stage}: it cannot be replaced.`)
    }
    return payment.status === 'failed' ? payment : this.#void(id, undefined)
  }

  async #void(id: string, options: KeyedOptions | undefined): Promise<Payment> {
    return this.#client.payments.void(id, options).catch((error: unknown) => {
      if (reasonOf(error) !== 'already_voided') throw error
      return this.#client.payments.get(id)
    })
  }

  #read({ data }: ProviderInput): Promise<Payment> {
    return this.#client.payments.get(textOf(data, 'id'))
  }
}

const clientOf = ({ key, baseUrl, allowHttp }: IncassoProviderOptions): Incasso =>
  new Incasso({ key, baseUrl, allowHttp })

/** Returns the data of a session. The storefront can read it, so it has no more than the storefront needs. */
const outputOf = ({ id, stage, next, metadata }: Payment): StatusOutput => ({
  status: statuses[stage],
  data: {
    id,
    session_id: metadata?.['session_id'],
    url: next?.type === 'redirect' ? next.url : null,
  },
})

function textOf(data: Record<string, unknown> | undefined, name: string): string {
  const value = data?.[name]
  if (typeof value === 'string' && value !== '') return value
  throw new TypeError(`The payment session has no ${name}`)
}

/** Returns the payer; a guest without an e-mail address pays without a person. */
function payerOf(context: ProviderInput['context']): Partial<NewPayment> {
  const { email, first_name: first, last_name: last } = context?.customer ?? {}
  if (email === undefined) return {}
  const name = [first, last].filter(Boolean).join(' ')
  return { customerEmail: email, customerName: name === '' ? email : name }
}

const keyOf = (context: ProviderInput['context']): KeyedOptions | undefined =>
  context?.idempotency_key === undefined ? undefined : { idempotencyKey: context.idempotency_key }

const reasonOf = (error: unknown) => (error instanceof IncassoProblem ? error.reason : undefined)
