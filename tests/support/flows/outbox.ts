import type { Kysely } from 'kysely'
import { vi } from 'vitest'
import type { Database } from '#db/tables.ts'
import type { Receiver } from '../receiver.ts'
import type { FlowClient } from './flow-client.ts'

/** Longest time without progress while work is left. */
const STUCK_MS = 60_000
const POLL_INTERVAL_MS = 250

type OpenWork = { pending: number; due: number; erasing: number }

/** Counts in the database: reading very many rows would slow down the server that has to finish the work. */
async function countOpenWork(db: Kysely<Database>): Promise<OpenWork> {
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
export async function waitUntilIdle(db: Kysely<Database>): Promise<void> {
  let openWork = await countOpenWork(db)
  while (sumOf(openWork) > 0) {
    const before = openWork
    const expectProgress = async () => {
      const current = await countOpenWork(db)
      if (sumOf(current) < sumOf(before)) return current
      throw new Error(
        `${current.pending} payments are pending, ${current.due} events not delivered, ${current.erasing} erasures not done`,
      )
    }
    openWork = await vi.waitFor(expectProgress, { timeout: STUCK_MS, interval: POLL_INTERVAL_MS })
  }
}

const sumOf = ({ pending, due, erasing }: OpenWork): number => pending + due + erasing

/** Checks that each event marked as delivered has arrived, with one body. */
export async function checkOutbox(
  db: Kysely<Database>,
  { received }: Receiver,
  flowClient: FlowClient,
): Promise<void> {
  const arrived = new Map<string, Set<string>>()
  for (const { headers, body } of received) {
    const id = String(headers['webhook-id'])
    arrived.set(id, (arrived.get(id) ?? new Set()).add(withoutNames(body)))
  }
  const events = await db.selectFrom('webhookEvents').select(['id', 'status']).execute()
  for (const { id, status } of events) {
    const bodies = arrived.get(id)?.size ?? 0
    if (status === 'failed') flowClient.lost.push(`outbox: ${id} was given up`)
    if (status === 'success' && bodies === 0) flowClient.lost.push(`outbox: ${id} never arrived`)
    if (bodies > 1) flowClient.doubled.push(`outbox: ${id} arrived with ${bodies} bodies`)
  }
  const eventIds = new Set(events.map(({ id }) => id))
  for (const id of arrived.keys()) {
    if (!eventIds.has(id)) flowClient.lost.push(`outbox: ${id} arrived and is not there`)
  }
}

/** Removes the fields that an erasure between two attempts changes. */
const withoutNames = (body: string): string =>
  body.replaceAll(/"(?:customerName|customerEmail|name|email)":"[^"]*"/g, '')
