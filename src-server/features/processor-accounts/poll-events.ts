import type { Selectable } from 'kysely'
import type { ProcessorAccountRow } from '#db/tables/refund-tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import { ProcessorKeyError } from '#server/core/ports/processor.ts'
import { type LeasedQueue, workQueue } from '#server/core/queues/leased-queue.ts'
import { endNotices, raiseNotice } from '#server/services/notices/raise-notice.ts'
import { openSecret } from '#server/services/processors/account-secrets.ts'
import { updateProcessorAccount } from '#server/services/processors/processor-accounts.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { accessOf } from './open-account.ts'
import { hasOpenPayment } from './processor-events.queries.ts'
import { storeEvents } from './store-events.ts'

const OPEN_POLL_MS = 30_000
const IDLE_POLL_MS = 10 * 60_000
const LEASE_MS = 60_000
/** Allows for this server's clock being ahead of the processor's. Events that are read twice are stored once. */
const CLOCK_SLACK_MS = 24 * 60 * 60_000
/** Maximum number of pages per poll. If more remain, the next poll is due at once. */
const MAX_PAGES = 10

/** Queue of accounts whose events must be polled. */
export const polledAccounts: LeasedQueue<Selectable<ProcessorAccountRow>> = {
  table: 'processorAccounts',
  due: 'nextPollAt',
  lease: 'leasedUntil',
  concurrencyKey: ['id'],
  perKey: 1,
  leaseMs: LEASE_MS,
  work: pollAccount,
  failed: (world, account, error) => {
    world.log.warn({ err: error, account: account.id }, 'the events of a processor were not read')
    return postponePoll(world, account, error)
  },
}

/**
 * Polls due accounts for events that no notification delivered. A server without a public URL, or one that was down for
 * days, still misses nothing. Returns the number of accounts polled.
 */
export const pollEvents = (world: World, signal?: AbortSignal): Promise<number> =>
  workQueue(world, polledAccounts, signal)

async function pollAccount(world: World, account: Selectable<ProcessorAccountRow>): Promise<void> {
  const access = accessOf(world, account)
  const secretKey = openSecret(world.secretBox, account, 'secretKey')
  const sinceMs = Date.parse(account.createdAt) - CLOCK_SLACK_MS
  let { eventRef: ref } = account
  let isMore = true
  for (let page = 0; isMore && page < MAX_PAGES; page++) {
    const batch = await access.eventsAfter(secretKey, { ref, sinceMs }, world.now())
    ref = batch.lastRef
    isMore = batch.isMore
    // A single transaction stores the cursor and the events, so a crash loses no event.
    await inTransaction(world, async (inner) => {
      await updateProcessorAccount(inner.db, account, { eventRef: batch.lastRef })
      await storeEvents(inner, account, batch.events)
    })
  }
  const awaitsEvents = isMore || (await hasOpenPayment(world.db, account))
  const pauseMs = isMore ? 0 : awaitsEvents ? OPEN_POLL_MS : IDLE_POLL_MS
  await inTransaction(world, async (inner) => {
    await updateProcessorAccount(inner.db, account, {
      polledAt: toIso(world.now()),
      nextPollAt: toIso(world.now() + pauseMs),
      leasedUntil: null,
      pollFailures: 0,
    })
    if (account.pollFailures > 0) await endAttention(inner, account)
  })
}

/** Ends the notice that an account needs attention. */
export const endAttention = (
  inner: World,
  { merchantId, id: objectId }: { merchantId: string; id: string },
): Promise<void> => endNotices(inner, { merchantId, objectId, kinds: ['account_needs_attention'] })

/** Polls an account less and less often while it fails, as after its API key was revoked. */
async function postponePoll(
  world: World,
  account: Selectable<ProcessorAccountRow>,
  error: unknown,
): Promise<void> {
  const pollFailures = account.pollFailures + 1
  const pauseMs = Math.min(OPEN_POLL_MS * 2 ** Math.min(pollFailures - 1, 5), IDLE_POLL_MS)
  await inTransaction(world, async (inner) => {
    await updateProcessorAccount(inner.db, account, {
      pollFailures,
      nextPollAt: toIso(world.now() + pauseMs),
      leasedUntil: null,
    })
    if (!(error instanceof ProcessorKeyError)) return
    const { merchantId, id, createdAt, polledAt } = account
    await raiseNotice(inner, {
      merchantId,
      kind: 'account_needs_attention',
      objectId: id,
      // The last successful poll: all failures since have one notice.
      occurrence: polledAt ?? createdAt,
      facts: { processor: world.processors.named(account.processor).label },
    })
  })
}
