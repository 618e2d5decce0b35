import { randomInt } from 'node:crypto'
import { vi } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { blame, blameEach, type Tally, tally } from './drill.ts'
import { brokenInvariants } from './ledger.ts'
import { type Listener, listen } from './listen.ts'
import { compare, happen, type Journal, type Payers, startPayers } from './payers.ts'
import { type Pair, postgresPair } from './postgres-pair.ts'
import { askAgain } from './restored.ts'
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

type Shop = { webs: Process[]; secret: string; pair: Pair }
type FailoverTally = Tally & { writesMs: number; toldMs: number }

/** Kills the primary during payments, promotes the standby, and waits for new payments and for events about them. */
async function failOverOnce(
  { webs, secret, pair, page }: Shop & { page: Listener },
  found: FailoverTally,
): Promise<Payers[]> {
  const crowds = webs.map(({ url }) =>
    startPayers({ server: { url, whenUp: whenReady(url) }, secret, atOnce: AT_ONCE }),
  )
  const [first] = crowds
  if (!first) return []
  await happen(first.journal, 'answered', randomInt(20, 80))
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
    blame(found, 'crashed', `writes again ${Math.round(writesMs)} ms after the promotion`)
  }
  const isTold = () => vi.waitUntil(() => page.text().length > before, { timeout: 60_000 })
  await isTold().catch(() => blame(found, 'crashed', 'a page that was open is told nothing more'))
  found.toldMs = Math.max(found.toldMs, performance.now() - promotedAt)
  for (const { stop } of crowds) await stop()
  found.tried += 1
  return crowds
}

/** Merges the journals of all payers. */
function together(all: readonly Payers[]): Journal | undefined {
  const [first, ...others] = all.map(({ journal }) => journal)
  for (const { acknowledged, keys, doubled, strange } of others) {
    for (const [key, each] of acknowledged) first?.acknowledge(key, each)
    for (const key of keys) first?.keys.add(key)
    if (first) first.doubled += doubled
    first?.strange.push(...strange)
  }
  return first
}

async function nobodyWaits(url: string): Promise<number> {
  const { db, close } = openDatabase({ url })
  try {
    const left = async () => {
      const rows = await db
        .selectFrom('transactions')
        .select('id')
        .where('status', '=', 'pending')
        .execute()
      return rows.length
    }
    return await vi
      .waitUntil(async () => (await left()) === 0, { timeout: SETTLED_WITHIN_MS, interval: 250 })
      .then(() => 0, left)
  } finally {
    await close()
  }
}

/** Runs failovers. `urlOf` returns the URL under which processes reach the writable server of the pair. */
export async function failOvers(
  count: number,
  urlOf: (pair: Pair) => Promise<{ url: string } & AsyncDisposable>,
  { isSynchronous = true } = {},
): Promise<Tally> {
  await using pair = await postgresPair({ isSynchronous })
  await using address = await urlOf(pair)
  const settings = { SANDBOX_SETTLEMENT_MS: '200', DATABASE_POOL_SIZE: '10' }
  const start = (role: 'web' | 'worker') => startProcess(role, address.url, settings)
  const one = await start('web')
  const two = await start('web')
  const worker = await start('worker')
  const { cookie, secret } = await signUp(one.url)
  const found: FailoverTally = { ...tally(), writesMs: 0, toldMs: 0 }
  const all: Payers[] = []
  {
    await using page = await listen(two.url, cookie)
    for (let n = 0; n < count; n++) {
      if (n > 0) await pair.rebuild()
      if (!isSynchronous) await pair.fallBehind()
      all.push(...(await failOverOnce({ webs: [one, two], secret, pair, page }, found)))
    }
  }
  const journal = together(all)
  if (journal) {
    blameEach(found, 'crashed', journal.strange)
    const { lost, doubled } = await compare(journal, pair.url())
    blameEach(found, 'lost', lost)
    blame(found, 'doubled', 'more payments than keys, or a key answered with another', doubled)
    await askAgain(two, { secret, before: journal.acknowledged, found })
  }
  const left = await nobodyWaits(pair.url())
  blame(found, 'crashed', 'a pending payment that no worker settles', left)
  for (const process of [one, two, worker]) await process.stop()
  blameEach(found, 'crashed', await brokenInvariants(pair.url()))
  const { writesMs, toldMs, ...counts } = found
  return {
    ...counts,
    notes: [
      `${journal?.acknowledged.size ?? 0} payments acknowledged`,
      `writes again ${Math.round(writesMs)} ms after the promotion at most, an open page is told after ${Math.round(toldMs)} ms`,
    ],
  }
}
