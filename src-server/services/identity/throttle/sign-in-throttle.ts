import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Kysely } from 'kysely'
import type { Database, Db } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import type { Logger } from '#server/core/context.ts'
import type { NoteFailure } from '#server/core/ports/identity.ts'
import { pruneInBatches } from '#server/core/work/prune-in-pieces.ts'
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
  counted,
  expiryOf,
  isLocked,
  type Limit,
  nothingYet,
  released,
  waitMs,
} from './sign-in-throttle.rules.ts'

/** Names an account, whether it exists or not, without saying its e-mail. */
export const accountKey = (email: string): string =>
  createHash('sha256').update(email.toLowerCase()).digest('hex')

/** How an account is written into logs when its owner is not known. */
export const accountHint = (account: string): string => account.slice(0, 12)

export type Attempt = {
  address: string | null
  /** Of `accountKey`; without it only the address counts. */
  account?: string | undefined
  /**
   * A device that signed in to the account before, or a session on it. It has a counter of its own,
   * so that strangers cannot lock it out, and its failures lock no other device out.
   */
  knownAs?: string | undefined
  /** Asks for such a mail to the account instead of guessing its password. */
  mail?: 'sign-up' | 'verification' | 'reset'
}

/** `neither` when nothing was guessed: the password was not looked at, or there is more to prove. */
export type Outcome = 'failed' | 'succeeded' | 'neither'

export type Throttle = {
  /**
   * Runs `work` if the attempt may be made now. Otherwise throws an AppError `limit`. A failure is
   * noted in a transaction that writes for everybody, so that its time does not tell whether there is
   * such an account.
   */
  attempt: <T>(
    attempt: Attempt,
    work: () => Promise<{ outcome: Outcome; value: T }>,
    note?: NoteFailure,
  ) => Promise<T>
  /** Forgets the failures on an account, when its owner has proved in another way who they are. */
  clear: (account: string) => Promise<void>
}

/** Counts nothing. */
export const noThrottle = ({ db }: { db: Db }): Throttle => ({
  attempt: async (_attempt, work, note) => {
    const { outcome, value } = await work()
    if (outcome === 'failed') await note?.(db, { hasLocked: false })
    return value
  },
  clear: async () => {},
})

export type ThrottleOptions = { db: Kysely<Database>; now: () => number; log: Logger }

type Subject = { limit: Limit; key: string }

/** Counts in the database, so that several processes share it. */
export function createThrottle({ db, now, log }: ThrottleOptions): Throttle {
  const begin = async (subjects: readonly Subject[]): Promise<number> => {
    const atMs = now()
    // An attempt that is refused anyway should cost a read, not a write.
    const known = await listAttemptCounters(db, { keys: subjects.map(keyOf), at: toIso(atMs) })
    refuseEarly(subjects, known, atMs)
    await change(db, { subjects, atMs, isRefusing: true }, counted)
    return atMs
  }
  return {
    attempt: async (attempt, work, note) => {
      const guesses = guessesOf(attempt)
      const mails = mailsOf(attempt)
      const atMs = await begin([...guesses, ...mails, addressSubject(attempt)])
      let outcome: Outcome = 'neither'
      try {
        const result = await work()
        outcome = result.outcome
        return result.value
      } finally {
        if (outcome === 'failed') await failed(attempt, { guesses, atMs, note })
        else if (outcome === 'succeeded') await deleteAttemptCounters(db, guesses.map(keyOf))
        else await change(db, { subjects: [...guesses, ...mails], atMs }, released)
      }
    },
    clear: (account) => deleteAttemptCounters(db, [keyOf(accountSubject(account))]),
  }

  async function failed({ account, address, knownAs }: Attempt, failure: Failure) {
    const { guesses, atMs, note } = failure
    const [subject] = guesses
    if (!subject || account === undefined) return
    const hasLocked = await db.transaction().execute(async (trx) => {
      const keys = [subject.key]
      const [counter] = await lockAttemptCounters(trx, { keys, at: toIso(now()) })
      const isOurs = counter?.times.at(-1) === atMs
      const hasLocked = counter !== undefined && isLocked(counter) && isOurs
      await note?.(trx, { hasLocked })
      return hasLocked
    })
    if (!hasLocked) return
    log.warn(
      { account: accountHint(account), address, isKnown: knownAs !== undefined },
      'sign-in is locked after too many failures',
    )
  }
}

type Failure = { guesses: readonly Subject[]; atMs: number; note: NoteFailure | undefined }

const keyOf = ({ key }: Subject): string => key

type Change = { subjects: readonly Subject[]; atMs: number; isRefusing?: boolean }

/** Reads and writes the counters while no other attempt may, so that no two attempts miss each other. */
async function change(
  db: Kysely<Database>,
  { subjects, atMs, isRefusing = false }: Change,
  next: (limit: Limit, counter: Counter, atMs: number) => Counter,
): Promise<void> {
  if (subjects.length === 0) return
  await db.transaction().execute(async (trx) => {
    const known = await lockAttemptCounters(trx, { keys: subjects.map(keyOf), at: toIso(atMs) })
    if (isRefusing) refuseEarly(subjects, known, atMs)
    for (const { limit, key } of subjects) {
      const counter = next(limit, counterIn(known, key), atMs)
      const expiresAt = toIso(expiryOf(limit, counter, atMs))
      await updateAttemptCounter(trx, { key, ...counter, expiresAt })
    }
  })
}

type Counters = readonly (Counter & { key: string })[]

const counterIn = (known: Counters, key: string): Counter =>
  known.find((row) => row.key === key) ?? nothingYet

function refuseEarly(subjects: readonly Subject[], known: Counters, nowMs: number): void {
  const waits = subjects.map(({ limit, key }) => waitMs(limit, counterIn(known, key), nowMs))
  const longest = Math.max(...waits)
  if (longest === 0) return
  throw new AppError('limit', 'Too many attempts. Please wait before the next one.', {
    reason: 'too_many_attempts',
    retryAfterS: Math.ceil(longest / 1000),
  })
}

const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex')

const accountSubject = (account: string, knownAs?: string): Subject => ({
  limit: 'account',
  key: knownAs === undefined ? `account:${account}` : `known:${digest(account, knownAs)}`,
})

/** The account first. Counted for failures alone: what turns out to be none is taken back. */
function guessesOf({ address, account, knownAs, mail }: Attempt): Subject[] {
  if (account === undefined || mail) return []
  const whence = knownAs ?? subnetOf(address ?? '')
  return [
    accountSubject(account, knownAs),
    { limit: 'pair', key: `pair:${digest(account, whence)}` },
  ]
}

/** Counted when the mail goes out, or would if there were such an account. */
const mailsOf = ({ account, mail }: Attempt): Subject[] =>
  mail && account !== undefined ? [{ limit: 'mail', key: `mail:${mail}:${account}` }] : []

/** Counted whatever comes of it. */
const addressSubject = ({ address }: Attempt): Subject => ({
  limit: 'address',
  key: `address:${subnetOf(address ?? '')}`,
})

/** One subscriber has a whole /64 of IPv6 addresses, so that counts as one. */
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

/** Forgets counters that say nothing any more. */
export const pruneSignInAttempts = ({ db, now }: { db: Db; now: () => number }): Promise<number> =>
  pruneInBatches((limit) => pruneAttemptCounters(db, { at: toIso(now()), limit }))
