import { vi } from 'vitest'
import type { Kysely } from 'kysely'
import type { Database } from '#db/tables.ts'
import type { Receiver } from '../receiver.ts'
import type { Ground } from './ground.ts'

const QUIET_WITHIN_MS = 60_000

/**
 * Until every payment is final, every event delivered and every erasure done; what a dead process was at is
 * tried again later.
 */
export async function untilQuiet(db: Kysely<Database>): Promise<void> {
  await vi.waitFor(
    async () => {
      const pending = await db
        .selectFrom('transactions')
        .select('id')
        .where('status', '=', 'pending')
        .execute()
      const due = await db
        .selectFrom('webhookEvents')
        .select('id')
        .where('status', '=', 'retry')
        .where('leasedUntil', 'is', null)
        .execute()
      const erasing = await db
        .selectFrom('customers')
        .select('id')
        .where('erasingSince', 'is not', null)
        .execute()
      if (pending.length + due.length + erasing.length === 0) return
      throw new Error(
        `${pending.length} payments are pending, ${due.length} events not delivered, ${erasing.length} erasures not done`,
      )
    },
    { timeout: QUIET_WITHIN_MS, interval: 100 },
  )
}

/** What is told as delivered has arrived, each event with one body. */
export async function checkOutbox(
  db: Kysely<Database>,
  { received }: Receiver,
  ground: Ground,
): Promise<void> {
  const arrived = new Map<string, Set<string>>()
  for (const { headers, body } of received) {
    const id = String(headers['webhook-id'])
    arrived.set(id, (arrived.get(id) ?? new Set()).add(withoutNames(body)))
  }
  const events = await db.selectFrom('webhookEvents').select(['id', 'status']).execute()
  for (const { id, status } of events) {
    const bodies = arrived.get(id)?.size ?? 0
    if (status === 'failed') ground.lost.push(`outbox: ${id} was given up`)
    if (status === 'success' && bodies === 0) ground.lost.push(`outbox: ${id} never arrived`)
    if (bodies > 1) ground.doubled.push(`outbox: ${id} arrived with ${bodies} bodies`)
  }
  const known = new Set(events.map(({ id }) => id))
  for (const id of arrived.keys()) {
    if (!known.has(id)) ground.lost.push(`outbox: ${id} arrived and is not there`)
  }
}

/** An erasure between two attempts changes these. */
const withoutNames = (body: string): string =>
  body.replaceAll(/"(?:customerName|customerEmail|name|email)":"[^"]*"/g, '')
