import type { Api } from '../api.ts'
import type { List } from '../list.ts'
import type { ExportFilterOf, FilterOf } from '../operations.ts'
import type { CallOptions, KeyedOptions } from '../transport.ts'
import type { NewPaymentLink, PaymentLink, PaymentLinkChange } from '../types.ts'

/** Payment links, at `/api/payment-links`. Send a link's `url` to the payer. */
export class PaymentLinks {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  create(link: NewPaymentLink, options?: KeyedOptions): Promise<PaymentLink> {
    return this.#api.send('post', '/api/payment-links', { body: link, options, isKeyed: true })
  }

  list(filter?: FilterOf<'/api/payment-links'>, options?: CallOptions): List<PaymentLink> {
    return this.#api.list('/api/payment-links', filter, options)
  }

  get(id: string, options?: CallOptions): Promise<PaymentLink> {
    return this.#api.get('/api/payment-links/{id}', { id, options })
  }

  /** Changes the fields that are sent. */
  update(id: string, change: PaymentLinkChange, options?: CallOptions): Promise<PaymentLink> {
    const path = '/api/payment-links/{id}'
    return this.#api.send('put', path, { id, body: change, options, isRepeatable: true })
  }

  /** Stops payments until `resume`. */
  pause(id: string, options?: CallOptions): Promise<PaymentLink> {
    const path = '/api/payment-links/{id}/pause'
    return this.#api.send('post', path, { id, body: {}, options, isRepeatable: true })
  }

  resume(id: string, options?: CallOptions): Promise<PaymentLink> {
    const path = '/api/payment-links/{id}/resume'
    return this.#api.send('post', path, { id, body: {}, options, isRepeatable: true })
  }

  /** Closes a link for good. */
  close(id: string, options?: CallOptions): Promise<PaymentLink> {
    const path = '/api/payment-links/{id}/close'
    return this.#api.send('post', path, { id, body: {}, options, isRepeatable: true })
  }

  /** Returns a response whose body is a CSV file. */
  export(
    filter?: ExportFilterOf<'/api/payment-links/export'>,
    options?: CallOptions,
  ): Promise<Response> {
    return this.#api.stream('/api/payment-links/export', { query: filter, options })
  }
}
