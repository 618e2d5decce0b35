import type { Api } from '../api.ts'
import type { List } from '../list.ts'
import type { FilterOf } from '../operations.ts'
import type { CallOptions } from '../transport.ts'
import type {
  EventReplay,
  ReplayedEvents,
  StoredEvent,
  StoredEventDetail,
  TestEvent,
} from '../types.ts'

/**
 * Webhook events of the last 30 days, at `/api/webhook-events`. `verifyWebhook` verifies the events that you receive.
 */
export class WebhookEvents {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  list(filter?: FilterOf<'/api/webhook-events'>, options?: CallOptions): List<StoredEvent> {
    return this.#api.list('/api/webhook-events', filter, options)
  }

  /** Reads an event with its body and each attempt to deliver it. */
  get(id: string, options?: CallOptions): Promise<StoredEventDetail> {
    return this.#api.get('/api/webhook-events/{id}', { id, options })
  }

  /** Delivers an event again, with the same id and body. */
  replay(id: string, options?: CallOptions): Promise<StoredEvent> {
    const path = '/api/webhook-events/{id}/replay'
    return this.#api.send('post', path, { id, body: {}, options, isRepeatable: false })
  }

  /** Delivers many events again. With `dryRun`, it only returns the events that would be delivered. */
  replayMany(replay: EventReplay, options?: CallOptions): Promise<ReplayedEvents> {
    const path = '/api/webhook-events/replay'
    return this.#api.send('post', path, { body: replay, options, isRepeatable: false })
  }

  /** Delivers an event with invented data, signed like any other. */
  test(event: TestEvent = {}, options?: CallOptions): Promise<StoredEvent> {
    const path = '/api/webhook-events/test'
    return this.#api.send('post', path, { body: event, options, isRepeatable: false })
  }
}
