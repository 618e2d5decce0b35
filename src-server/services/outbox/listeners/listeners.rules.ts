import type { ListenerEventRow, WebhookListenerRow } from '#db/tables/listener-tables.ts'
import { acceptsType } from '../event-filter.rules.ts'
import type { EventType } from '../event-type.schema.ts'

/** Columns of an open listener that the transaction of an event needs. */
export type OpenListener = Pick<WebhookListenerRow, 'id' | 'version' | 'events'>

/** Returns the open listeners as the integration's row stores them; null for none. */
export const storedListeners = (listeners: readonly OpenListener[]): string | null =>
  listeners.length === 0
    ? null
    : JSON.stringify(listeners.map(({ id, version, events }) => ({ id, version, events })))

/** Reads the stored list, which only `storedListeners` writes. */
export const readStoredListeners = (stored: string | null): OpenListener[] =>
  stored === null ? [] : JSON.parse(stored)

/** Returns whether a listener receives events of the type; a listener without a choice receives all. */
export const receivesType = ({ events }: OpenListener, type: EventType): boolean =>
  events === null || acceptsType(events, type)

/** An event that some listeners receive, with its body in each version. */
export type ListenedEvent = Pick<
  ListenerEventRow,
  'merchantId' | 'id' | 'isTest' | 'customerId'
> & {
  type: EventType
  createdAt: string
  bodyIn: (version: OpenListener['version']) => string
}

/** Returns an event's row for each of these listeners. */
export const listenerRowsOf = (
  { merchantId, id, type, isTest, customerId, createdAt, bodyIn }: ListenedEvent,
  listeners: readonly OpenListener[],
): ListenerEventRow[] =>
  listeners.map((listener) => ({
    merchantId,
    listenerId: listener.id,
    id,
    eventType: type,
    isTest,
    customerId,
    payload: bodyIn(listener.version),
    position: null,
    createdAt,
  }))
