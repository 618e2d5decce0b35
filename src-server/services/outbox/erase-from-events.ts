import type { Db } from '#db/tables.ts'
import { forgetResponses, listEventsAbout, updateWebhookEvent } from './events.queries.ts'

type Person = { name: string; email: string }

/**
 * Events that are kept, or still to be delivered, must not name an erased customer. Answers
 * the id of the last one that it changed, to go on from; undefined when there was none.
 */
export async function eraseFromEvents(
  db: Db,
  about: { merchantId: string; customerId: string; after: string; limit: number },
  { name, email }: Person,
): Promise<string | undefined> {
  const events = await listEventsAbout(db, about)
  for (const { merchantId, id, payload } of events) {
    const body: { data: Record<string, unknown> } = JSON.parse(payload)
    if ('customerName' in body.data) {
      Object.assign(body.data, { customerName: name, customerEmail: email })
    } else if ('name' in body.data) {
      Object.assign(body.data, { name, email })
    }
    if ('metadata' in body.data) body.data.metadata = null
    if ('answers' in body.data) body.data.answers = []
    await updateWebhookEvent(db, { merchantId, id }, { payload: JSON.stringify(body) })
    await forgetResponses(db, { merchantId, id })
  }
  return events.at(-1)?.id
}
