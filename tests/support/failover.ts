import { randomInt } from 'node:crypto'
import { vi } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { addFault, addFaults, type Tally, tally } from './drill.ts'
import { findBrokenInvariants } from './ledger.ts'
import { type Listener, subscribeToChanges } from './listen.ts'
import {
  compareWithDatabase,
  type Journal,
  type Payers,
  startPayers,
  waitForJournal,
} from './payers.ts'
import { type PostgresPair, startPostgresPair } from './postgres-pair.ts'
import { retryPayments } from './restored.ts'
import { type Process, startProcess } from './several-processes.ts'
import { signUp } from './sign-up.ts'

/** Maximum time from the standby's promotion until writes succeed again. */
const WRITES_WITHIN_MS = 5_000
/** Longer than 20 s, after which the lease of a worker expires when its database fails. */
const SETTLED_WITHIN_MS = 60_000
const AT_ONCE = 8

/** Returns a function that waits until the process is ready again. The payers send no payments until then. */
const whenReady = (url: string) => async () => {
  const isReady = async () => (await fetch(`${url}/readyz`)).status === 200
  await vi.waitUntil(isReady, { timeout: 60_000, interval: 50 })
}

type Shop = { webs: Process[]; secret: string; pair: PostgresPair }
type FailoverTally = Tally & { writesMs: number; notifiedMs: number }

/** Kills the primary during payments, promotes the standby, and waits for new payments and for events about them. */
async function failOverOnce(
  { webs, secret, pair, page }: Shop & { page: Listener },
  found: FailoverTally,
): Promise<Payers[]> {
  const payerGroups = webs.map(({ url }) =>
    startPayers({ server: { url, whenUp: whenReady(url) }, secret, atOnce: AT_ONCE }),
  )
  const [first] = payerGroups
  if (!first) return []
  await waitForJournal(first.journal, 'answered', randomInt(20, 80))
  await pair.failOver()
  const promotedAt = performance.now()
  const before = page.text().length
  const keys = first.journal.acknowledged.size
  // A retried payment may have been stored before the failover. A new key proves a new write.
  const isStored = () => first.journal.acknowledged.size > keys
  await vi.waitUntil(isStored, { timeout: 60_000, interval: 10 }).catch(() => false)
  const writesMs = performance.now() - promotedAt
  found.writesMs = Math.max(found.writesMs, writesMs)
  if (writesMs > WRITES_WITHIN_MS) {
    addFault(found, 'crashed', `writes again ${Math.round(writesMs)} ms after the promotion`)
  }
  const waitForUpdate = () => vi.waitUntil(() => page.text().length > before, { timeout: 60_000 })
  await waitForUpdate().catch(() =>
    addFault(found, 'crashed', 'an open page gets no more notifications'),
  )
  found.notifiedMs = Math.max(found.notifiedMs, performance.now() - promotedAt)
  for (const { stop } of payerGroups) await stop()
  found.tried += 1
  return payerGroups
}

/** Merges the journals of all payers. */
function mergeJournals(allPayers: readonly Payers[]): Journal | undefined {
  const [first, ...others] = allPayers.map(({ journal }) => journal)
  for (const { acknowledged, keys, doubled, strange } of others) {
    for (const [key, each] of acknowledged) first?.acknowledge(key, each)
    for (const key of keys) first?.keys.add(key)
    if (first) first.doubled += doubled
    first?.strange.push(...strange)
  }
  return first
}

async function waitUntilSettled(url: string): Promise<number> {
  const { db, close } = openDatabase({ url })
  try {
    const pendingCount = async () => {
      const rows = await db
        .selectFrom('transactions')
        .select('id')
        .where('status', '=', 'pending')
        .execute()
      return rows.length
    }
    return await vi
      .waitUntil(async () => (await pendingCount()) === 0, {
        timeout: SETTLED_WITHIN_MS,
        interval: 250,
      })
      .then(() => 0, pendingCount)
  } finally {
    await close()
  }
}

/** Runs failovers. `urlOf` returns the URL under which processes reach the writable server of the pair. */
export async function runFailOvers(
  count: number,
  urlOf: (pair: PostgresPair) => Promise<{ url: string } & AsyncDisposable>,
  { isSynchronous = true } = {},
): Promise<Tally> {
  await using pair = await startPostgresPair({ isSynchronous })
  await using target = await urlOf(pair)
  const settings = { SANDBOX_SETTLEMENT_MS: '200', DATABASE_POOL_SIZE: '10' }
  const start = (role: 'web' | 'worker') => startProcess(role, target.url, settings)
  const firstServer = await start('web')
  const secondServer = await start('web')
  const worker = await start('worker')
  const { cookie, secret } = await signUp(firstServer.url)
  const found: FailoverTally = { ...tally(), writesMs: 0, notifiedMs: 0 }
  const allPayers: Payers[] = []
  {
    await using page = await subscribeToChanges(secondServer.url, cookie)
    for (let n = 0; n < count; n++) {
      if (n > 0) await pair.rebuild()
      if (!isSynchronous) await pair.fallBehind()
      allPayers.push(
        ...(await failOverOnce({ webs: [firstServer, secondServer], secret, pair, page }, found)),
      )
    }
  }
  const journal = mergeJournals(allPayers)
  if (journal) {
    addFaults(found, 'crashed', journal.strange)
    const { lost, doubled } = await compareWithDatabase(journal, pair.url())
    addFaults(found, 'lost', lost)
    addFault(
      found,
      'doubled',
      'more payments than keys, or a key answered with another payment',
      doubled,
    )
    await retryPayments(secondServer, { secret, before: journal.acknowledged, found })
  }
  const pendingCount = await waitUntilSettled(pair.url())
  addFault(found, 'crashed', 'a pending payment that no worker settles', pendingCount)
  for (const process of [firstServer, secondServer, worker]) await process.stop()
  addFaults(found, 'crashed', await findBrokenInvariants(pair.url()))
  const { writesMs, notifiedMs, ...counts } = found
  return {
    ...counts,
    notes: [
      `${journal?.acknowledged.size ?? 0} payments acknowledged`,
      `writes again ${Math.round(writesMs)} ms after the promotion at most, an open page is notified after ${Math.round(notifiedMs)} ms`,
    ],
  }
}
