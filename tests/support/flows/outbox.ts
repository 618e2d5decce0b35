import type { Kysely } from 'kysely'
import { vi } from 'vitest'
import type { Database } from '#db/tables.ts'
import type { Receiver } from '../receiver.ts'
import type { Ground } from './ground.ts'

/** Longest time without progress while work is left. */
const STUCK_MS = 60_000
const LOOK_EVERY_MS = 250

type Left = { pending: number; due: number; erasing: number }

/** Counts in the database: reading very many rows would slow down the server that has to finish the work. */
async function leftIn(db: Kysely<Database>): Promise<Left> {
  const { pending } = await db
    .selectFrom('transactions')
    .where('status', '=', 'pending')
    .select(({ fn }) => fn.countAll<number>().as('pending'))
    .executeTakeFirstOrThrow()
  const { due } = await db
    .selectFrom('webhookEvents')
    .where('status', '=', 'retry')
    .where('leasedUntil', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('due'))
    .executeTakeFirstOrThrow()
  const { erasing } = await db
    .selectFrom('customers')
    .where('erasingSince', 'is not', null)
    .select(({ fn }) => fn.countAll<number>().as('erasing'))
    .executeTakeFirstOrThrow()
  return { pending: Number(pending), due: Number(due), erasing: Number(erasing) }
}

/**
 * Waits until every payment is final, every event delivered and every erasure done. The work of a killed process is
 * retried later. An endpoint may have very many waiting events, so the wait ends only without progress.
 */
export async function untilQuiet(db: Kysely<Database>): Promise<void> {
  let left = await leftIn(db)
  while (sumOf(left) > 0) {
    const before = left
    const fewer = async () => {
      const now = await leftIn(db)
      if (sumOf(now) < sumOf(before)) return now
      throw new Error(
        `${now.pending} payments are pending, ${now.due} events not delivered, ${now.erasing} erasures not done`,
      )
    }
    left = await vi.waitFor(fewer, { timeout: STUCK_MS, interval: LOOK_EVERY_MS })
  }
}

const sumOf = ({ pending, due, erasing }: Left): number => pending + due + erasing

/** Checks that each event marked as delivered has arrived, with one body. */
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

/** Removes the fields that an erasure between two attempts changes. */
const withoutNames = (body: string): string =>
  body.replaceAll(/"(?:customerName|customerEmail|name|email)":"[^"]*"/g, '')
