import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Kysely } from 'kysely'
import type { Database, Db } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import type { Logger } from '#server/core/context.ts'
import type { AuditFailure } from '#server/core/ports/identity.ts'
import { pruneInBatches } from '#server/core/work/prune-in-slices.ts'
import { toIso } from '#server/shared/day.ts'
import {
  deleteAttemptCounters,
  listAttemptCounters,
  lockAttemptCounters,
  pruneAttemptCounters,
  updateAttemptCounter,
} from './sign-in-attempts.queries.ts'
import {
  type Counter,
  computeWaitMs,
  countAttempt,
  emptyCounter,
  expiryOf,
  isLocked,
  type Limit,
  releaseAttempt,
} from './sign-in-throttle.rules.ts'

/** Hashes an e-mail address to an account key that does not reveal it, whether the account exists or not. */
export const accountKey = (email: string): string =>
  createHash('sha256').update(email.toLowerCase()).digest('hex')

/** Returns the short form of an account key that logs contain when its owner is not identified. */
export const accountHint = (account: string): string => account.slice(0, 12)

/** An attempt to sign in, or to have a sign-in mail sent, as rate limits count it. */
export type Attempt = {
  /** The caller's IP address; null if it is unknown. */
  address: string | null
  /** Result of `accountKey`; without it only the IP address counts. */
  account?: string | undefined
  /**
   * The device, if it signed in to the account before, or `KNOWN_BY_SESSION` for a request with a session. Such
   * attempts have a counter of their own: attackers cannot lock the device out, and its failures lock out no other
   * device.
   */
  knownAs?: string | undefined
  /** Kind of mail that the attempt requests, instead of a guess at the password. */
  mail?: 'sign-up' | 'verification' | 'reset'
}

/**
 * Outcome of an attempt. `neither`: nothing was guessed, because the password was not compared or another step is
 * required.
 */
export type Outcome = 'failed' | 'succeeded' | 'neither'

/** Rate limits of sign-in. */
export type Throttle = {
  /**
   * Runs `work` if the attempt may be made now; otherwise throws an AppError `limit`. Records a failure in a
   * transaction that writes for every account, existing or not, so that its time does not reveal which accounts exist.
   */
  attempt: <T>(
    attempt: Attempt,
    work: () => Promise<{ outcome: Outcome; value: T }>,
    auditFailure?: AuditFailure,
  ) => Promise<T>
  /** Deletes the failures of an account whose owner has proved their identity by another method. */
  clear: (account: string) => Promise<void>
}

/** Returns a throttle without limits: it counts no attempt and refuses none. */
export const createInactiveThrottle = ({ db }: { db: Db }): Throttle => ({
  attempt: async (_attempt, work, auditFailure) => {
    const { outcome, value } = await work()
    if (outcome === 'failed') await auditFailure?.(db, { hasLocked: false })
    return value
  },
  clear: async () => {},
})

export type ThrottleOptions = { db: Kysely<Database>; now: () => number; log: Logger }

/** A counter in the database: the limit that it is counted against, and its key. */
type Subject = { limit: Limit; key: string }

/** Returns a throttle that counts in the database, so that processes share the counts. */
export function createThrottle({ db, now, log }: ThrottleOptions): Throttle {
  const countAttempts = async (subjects: readonly Subject[]): Promise<number> => {
    const atMs = now()
    // Read first: an attempt that is refused anyway should cost no write.
    const counters = await listAttemptCounters(db, { keys: subjects.map(keyOf), at: toIso(atMs) })
    assertNoWait(subjects, counters, atMs)
    await changeCounters(db, { subjects, atMs, isRefusing: true }, countAttempt)
    return atMs
  }
  return {
    attempt: async (attempt, work, auditFailure) => {
      const guesses = guessesOf(attempt)
      const mails = mailsOf(attempt)
      const atMs = await countAttempts([...guesses, ...mails, addressSubject(attempt)])
      let outcome: Outcome = 'neither'
      try {
        const result = await work()
        outcome = result.outcome
        return result.value
      } finally {
        if (outcome === 'failed') await recordFailure(attempt, { guesses, atMs, auditFailure })
        else if (outcome === 'succeeded') await deleteAttemptCounters(db, guesses.map(keyOf))
        else await changeCounters(db, { subjects: [...guesses, ...mails], atMs }, releaseAttempt)
      }
    },
    clear: (account) => deleteAttemptCounters(db, [keyOf(accountSubject(account))]),
  }

  async function recordFailure({ account, address, knownAs }: Attempt, failure: Failure) {
    const { guesses, atMs, auditFailure } = failure
    const [subject] = guesses
    if (!subject || account === undefined) return
    const hasLocked = await db.transaction().execute(async (trx) => {
      const keys = [subject.key]
      const [counter] = await lockAttemptCounters(trx, { keys, at: toIso(now()) })
      // Only the attempt that was counted last reports the lock, so that concurrent failures do not report it twice.
      const isOurs = counter?.times.at(-1) === atMs
      const hasLocked = counter !== undefined && isLocked(counter) && isOurs
      await auditFailure?.(trx, { hasLocked })
      return hasLocked
    })
    if (!hasLocked) return
    log.warn(
      { account: accountHint(account), address, isKnown: knownAs !== undefined },
      'sign-in is locked after too many failures',
    )
  }
}

type Failure = { guesses: readonly Subject[]; atMs: number; auditFailure: AuditFailure | undefined }

const keyOf = ({ key }: Subject): string => key

type CounterChange = { subjects: readonly Subject[]; atMs: number; isRefusing?: boolean }

/** Reads and writes the counters under a lock, so that concurrent attempts count each other. */
async function changeCounters(
  db: Kysely<Database>,
  { subjects, atMs, isRefusing = false }: CounterChange,
  next: (limit: Limit, counter: Counter, atMs: number) => Counter,
): Promise<void> {
  if (subjects.length === 0) return
  await db.transaction().execute(async (trx) => {
    const counters = await lockAttemptCounters(trx, { keys: subjects.map(keyOf), at: toIso(atMs) })
    if (isRefusing) assertNoWait(subjects, counters, atMs)
    for (const { limit, key } of subjects) {
      const counter = next(limit, counterIn(counters, key), atMs)
      const expiresAt = toIso(expiryOf(limit, counter, atMs))
      await updateAttemptCounter(trx, { key, ...counter, expiresAt })
    }
  })
}

type Counters = readonly (Counter & { key: string })[]

const counterIn = (counters: Counters, key: string): Counter =>
  counters.find((row) => row.key === key) ?? emptyCounter

function assertNoWait(subjects: readonly Subject[], counters: Counters, nowMs: number): void {
  const waits = subjects.map(({ limit, key }) =>
    computeWaitMs(limit, counterIn(counters, key), nowMs),
  )
  const longest = Math.max(...waits)
  if (longest === 0) return
  throw new AppError('limit', 'Too many attempts. Please wait before the next one.', {
    reason: 'too_many_attempts',
    retryAfterS: Math.ceil(longest / 1000),
  })
}

const hashParts = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex')

const accountSubject = (account: string, knownAs?: string): Subject => ({
  limit: 'account',
  key: knownAs === undefined ? `account:${account}` : `known:${hashParts(account, knownAs)}`,
})

/**
 * Returns the counters of failures to which an attempt is added, the account's first. A success deletes them; an
 * attempt that guessed nothing is subtracted again.
 */
function guessesOf({ address, account, knownAs, mail }: Attempt): Subject[] {
  if (account === undefined || mail) return []
  const source = knownAs ?? subnetOf(address ?? '')
  return [
    accountSubject(account, knownAs),
    { limit: 'pair', key: `pair:${hashParts(account, source)}` },
  ]
}

/** Returns the counter of a requested mail. The mail counts when it is sent, or would be if the account existed. */
const mailsOf = ({ account, mail }: Attempt): Subject[] =>
  mail && account !== undefined ? [{ limit: 'mail', key: `mail:${mail}:${account}` }] : []

/** Returns the counter of an IP address, which counts attempts of every outcome. */
const addressSubject = ({ address }: Attempt): Subject => ({
  limit: 'address',
  key: `address:${subnetOf(address ?? '')}`,
})

/** Returns an IPv4 address unchanged, and of an IPv6 address its /64 network, since one subscriber has a whole /64. */
export function subnetOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** Deletes expired counters; returns their number. */
export const pruneSignInAttempts = ({ db, now }: { db: Db; now: () => number }): Promise<number> =>
  pruneInBatches((limit) => pruneAttemptCounters(db, { at: toIso(now()), limit }))
