import type { Api } from '../api.ts'
import type { List } from '../list.ts'
import type { ExportFilterOf, FilterOf } from '../operations.ts'
import type { CallOptions, KeyedOptions } from '../transport.ts'
import type {
  AmountChange,
  Capture,
  NewPayment,
  NewRefund,
  Payment,
  PaymentDetail,
  Refund,
  StatusChange,
} from '../types.ts'

/** Payments, at `/api/transactions`. Amounts are decimal text, such as `"12.34"`. */
export class Payments {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  /**
   * Creates a payment. It resolves also when the payment failed: read `status` and `failureReason`. If `next` is not
   * null, the payer must act, for example at its `url`. With a `reference` that an open payment of the same amount has,
   * resolves to that payment.
   */
  create(payment: NewPayment, options?: KeyedOptions): Promise<Payment> {
    return this.#api.send('post', '/api/transactions', { body: payment, options, isKeyed: true })
  }

  list(filter?: FilterOf<'/api/transactions'>, options?: CallOptions): List<Payment> {
    return this.#api.list('/api/transactions', filter, options)
  }

  /** Reads a payment and its events, by id (`txn_…`) or by reference (`TXN-…`). */
  get(id: string, options?: CallOptions): Promise<PaymentDetail> {
    return this.#api.get('/api/transactions/{id}', { id, options })
  }

  /** Changes the amount of a payment that was not paid. Its payer then pays the new amount or nothing. */
  changeAmount(id: string, change: AmountChange, options?: CallOptions): Promise<Payment> {
    const path = '/api/transactions/{id}'
    return this.#api.send('patch', path, { id, body: change, options, isRepeatable: true })
  }

  /** Captures an authorized payment: all of it, or `amount`, which releases the remainder. */
  capture(id: string, capture: Capture = {}, options?: KeyedOptions): Promise<Payment> {
    const path = '/api/transactions/{id}/capture'
    return this.#api.send('post', path, { id, body: capture, options, isKeyed: true })
  }

  /** Cancels a pending payment, and releases what was authorized. */
  void(id: string, options?: KeyedOptions): Promise<Payment> {
    const path = '/api/transactions/{id}/void'
    return this.#api.send('post', path, { id, body: {}, options, isKeyed: true })
  }

  /** Refunds a payment: `amount`, or all that is left. It resolves also when the refund failed: read `status`. */
  refund(id: string, refund: NewRefund = {}, options?: KeyedOptions): Promise<Refund> {
    const path = '/api/transactions/{id}/refunds'
    return this.#api.send('post', path, { id, body: refund, options, isKeyed: true })
  }

  /** Records the outcome of a pending bank transfer, or cancels another pending payment. */
  updateStatus(id: string, change: StatusChange, options?: CallOptions): Promise<Payment> {
    const path = '/api/transactions/{id}'
    return this.#api.send('put', path, { id, body: change, options, isRepeatable: true })
  }

  /** Returns a response whose body is a CSV file. */
  export(
    filter?: ExportFilterOf<'/api/transactions/export'>,
    options?: CallOptions,
  ): Promise<Response> {
    return this.#api.stream('/api/transactions/export', { query: filter, options })
  }
}
