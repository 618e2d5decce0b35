import type { Db } from '#db/tables.ts'
import type { World } from '#server/core/context.ts'
import { erasePerson, type NamedPerson } from '#server/shared/text/erase-from.ts'
import { copyEvents } from './copy-events.ts'
import { deleteResponses, listEventsAbout, updateWebhookEvent } from './events.queries.ts'
import { lockIntegration } from './integrations.queries.ts'
import {
  listListenerEventsAbout,
  updateListenerEventPayload,
} from './listeners/listener-events.queries.ts'

/**
 * Erases a customer from stored events, delivered or not. Returns the id of the last changed event, from which the
 * caller continues; undefined when there was none.
 */
export async function eraseFromEvents(
  world: Pick<World, 'db' | 'dialect' | 'publishChange'>,
  about: { merchantId: string; customerId: string; after: string; limit: number },
  person: NamedPerson,
): Promise<string | undefined> {
  const { db, dialect } = world
  const { merchantId, customerId, limit } = about
  await lockIntegration(db, { dialect, merchantId })
  // A copy that is made later would be behind the ids that were already processed.
  while ((await copyEvents(world, { merchantId, customerId, limit })) === limit);
  const events = await listEventsAbout(db, about)
  for (const { id, payload } of events) {
    const body: { data: Record<string, unknown> } = JSON.parse(payload)
    erasePerson(body.data, person)
    await updateWebhookEvent(db, { merchantId, id }, { payload: JSON.stringify(body) })
    await deleteResponses(db, { merchantId, id })
  }
  return events.at(-1)?.id
}

/** Erases a customer from the events of open listeners, which are few and end soon. */
export async function eraseFromListeners(
  db: Db,
  about: { merchantId: string; customerId: string },
  person: NamedPerson,
): Promise<void> {
  for (const { payload, ...key } of await listListenerEventsAbout(db, about)) {
    const body: { data: Record<string, unknown> } = JSON.parse(payload)
    erasePerson(body.data, person)
    await updateListenerEventPayload(db, { ...key, payload: JSON.stringify(body) })
  }
}
