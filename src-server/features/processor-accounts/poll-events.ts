import type { Selectable } from 'kysely'
import type { Stripe } from 'stripe'
import type { ProcessorAccountRow } from '#db/refund-tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import { ProcessorRefusedError } from '#server/core/processor.ts'
import { type LeasedQueue, workQueue } from '#server/core/queues/leased-queue.ts'
import { openSecret } from '#server/services/processors/account-secrets.ts'
import { updateProcessorAccount } from '#server/services/processors/processor-accounts.queries.ts'
import { toldOf } from '#server/services/processors/stripe/stripe-events.ts'
import { toIso } from '#server/shared/day.ts'
import { noteEvents } from './note-events.ts'
import { hasOpenPayment } from './processor-events.queries.ts'
import { asStripe } from './stripe-access.ts'

const WHILE_OPEN_MS = 30_000
const OTHERWISE_MS = 10 * 60_000
const LEASE_MS = 60_000
/** Our clock may be ahead of the processor's. What is read twice is noted once. */
const CLOCKS_DIFFER_MS = 24 * 60 * 60_000
const PAGE = 100
/** So many pages at one turn; the rest comes with the next, which is then due at once. */
const MOST_PAGES = 10

/** Accounts whose processor is to be asked for events. */
export const polledAccounts: LeasedQueue<Selectable<ProcessorAccountRow>> = {
  table: 'processorAccounts',
  due: 'nextPollAt',
  lease: 'leasedUntil',
  place: ['id'],
  perPlace: 1,
  leaseMs: LEASE_MS,
  work: poll,
  failed: (world, account, error) => {
    world.log.warn({ err: error, account: account.id }, 'the events of a processor were not read')
    return putOff(world, account)
  },
}

/**
 * Asks each account for the events of which nothing was heard, so that a server without a public address, or one that
 * was down for days, learns of everything all the same. Returns how many accounts were asked.
 */
export const pollEvents = (world: World, signal?: AbortSignal): Promise<number> =>
  workQueue(world, polledAccounts, signal)

async function poll(world: World, account: Selectable<ProcessorAccountRow>): Promise<void> {
  const secretKey = openSecret(world.secretBox, account, 'secretKey')
  let { eventRef } = account
  let isMore = true
  for (let page = 0; isMore && page < MOST_PAGES; page++) {
    const list = await newer(world, account, { secretKey, eventRef })
    const events = list.data.toReversed()
    const told = events.map(toldOf).filter((event) => event !== undefined)
    eventRef = events.at(-1)?.id ?? eventRef
    isMore = list.has_more && events.length > 0
    const upTo = eventRef
    // The place in Stripe's list goes on with what was noted, so that a crash between them loses nothing.
    await inTransaction(world, async (inner) => {
      await updateProcessorAccount(inner.db, account, { eventRef: upTo })
      await noteEvents(inner, account, told)
    })
  }
  const isOpen = isMore || (await hasOpenPayment(world.db, account))
  const pauseMs = isMore ? 0 : isOpen ? WHILE_OPEN_MS : OTHERWISE_MS
  await updateProcessorAccount(world.db, account, {
    polledAt: toIso(world.now()),
    nextPollAt: toIso(world.now() + pauseMs),
    leasedUntil: null,
    pollFailures: 0,
  })
}

type News = { data: Stripe.Event[]; has_more: boolean }

/** The page of events that comes next after the last one known; all since it was connected where none is. */
async function newer(
  world: World,
  account: Selectable<ProcessorAccountRow>,
  { secretKey, eventRef }: { secretKey: string; eventRef: string | null },
): Promise<News> {
  if (eventRef !== null) {
    try {
      return await asStripe(world, secretKey, (stripe) =>
        stripe.events.list({ limit: PAGE, ending_before: eventRef }),
      )
    } catch (error) {
      // Stripe forgets events after thirty days, and then knows no place after them.
      if (!(error instanceof ProcessorRefusedError)) throw error
    }
  }
  const gte = Math.floor((Date.parse(account.createdAt) - CLOCKS_DIFFER_MS) / 1000)
  const data = await asStripe(world, secretKey, (stripe) =>
    stripe.events
      .list({ limit: PAGE, created: { gte } })
      .autoPagingToArray({ limit: PAGE * MOST_PAGES }),
  )
  return { data, has_more: false }
}

/** One that answers nothing, as with a key that was taken back, is asked less and less often. */
async function putOff(world: World, account: Selectable<ProcessorAccountRow>): Promise<void> {
  const pollFailures = account.pollFailures + 1
  const pauseMs = Math.min(WHILE_OPEN_MS * 2 ** Math.min(pollFailures - 1, 5), OTHERWISE_MS)
  await updateProcessorAccount(world.db, account, {
    pollFailures,
    nextPollAt: toIso(world.now() + pauseMs),
    leasedUntil: null,
  })
}
