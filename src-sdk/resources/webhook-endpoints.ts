import type { Api } from '../api.ts'
import type { List } from '../list.ts'
import type { FilterOf } from '../operations.ts'
import type { CallOptions, KeyedOptions } from '../transport.ts'
import type {
  CreatedWebhookEndpoint,
  EndpointTest,
  NewWebhookEndpoint,
  RotatedSecret,
  StoredEvent,
  WebhookEndpoint,
  WebhookEndpointChange,
} from '../types.ts'

/** URLs to which events are sent, at `/api/webhook-endpoints`. A key manages the endpoints that it made. */
export class WebhookEndpoints {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  /** Creates an endpoint. No other response contains its `secret`. */
  create(endpoint: NewWebhookEndpoint, options?: KeyedOptions): Promise<CreatedWebhookEndpoint> {
    const path = '/api/webhook-endpoints'
    return this.#api.send('post', path, { body: endpoint, options, isKeyed: true })
  }

  list(filter?: FilterOf<'/api/webhook-endpoints'>, options?: CallOptions): List<WebhookEndpoint> {
    return this.#api.list('/api/webhook-endpoints', filter, options)
  }

  get(id: string, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.#api.get('/api/webhook-endpoints/{id}', { id, options })
  }

  /** Changes the fields that are sent; `status` disables or enables the endpoint. */
  update(
    id: string,
    change: WebhookEndpointChange,
    options?: CallOptions,
  ): Promise<WebhookEndpoint> {
    const path = '/api/webhook-endpoints/{id}'
    return this.#api.send('put', path, { id, body: change, options, isRepeatable: true })
  }

  /** Deletes an endpoint; its waiting events are not sent. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    const path = '/api/webhook-endpoints/{id}'
    await this.#api.send('delete', path, { id, options, isRepeatable: true })
  }

  /** Makes a new secret. For 24 hours deliveries are signed with the former secret too. */
  rotateSecret(id: string, options?: CallOptions): Promise<RotatedSecret> {
    const path = '/api/webhook-endpoints/{id}/rotate-secret'
    return this.#api.send('post', path, { id, body: {}, options, isRepeatable: false })
  }

  /** Delivers an event with invented data to this endpoint. */
  sendTest(id: string, event: EndpointTest = {}, options?: CallOptions): Promise<StoredEvent> {
    const path = '/api/webhook-endpoints/{id}/test'
    return this.#api.send('post', path, { id, body: event, options, isRepeatable: false })
  }
}
