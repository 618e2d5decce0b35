import type Stripe from 'stripe'
import { newId } from './account.ts'
import type { StandInContext } from './payment-intents.ts'

/** API version of the objects in events. */
export const API_VERSION = '2026-10-28.endive'

/** Records an event, with the object in its current state. */
export function emit({ account, nowMs }: StandInContext, type: string, object: object): void {
  account.events.push({
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: Math.floor(nowMs / 1000),
    data: { object: structuredClone(object) },
    livemode: account.isLive,
    pending_webhooks: 0,
    request: null,
    type,
  } as Stripe.Event)
}
