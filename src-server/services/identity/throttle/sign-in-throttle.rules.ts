/**
 * What slows down guessing. A counter holds when something counted; a rule says how long the next
 * attempt has to wait. Instants are epoch milliseconds.
 */
export type Counter = Readonly<{ failures: number; times: readonly number[] }>

export const nothingYet: Counter = { failures: 0, times: [] }

type Window = Readonly<{ most: number; withinMs: number }>

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Failures in a row until an account is locked, and how long it stays so. */
export const MAX_FAILURES = 10
export const LOCKED_MS = 30 * MINUTE
/** From this failure on, each doubles the wait for the next try: 1, 2, 4 … seconds. */
export const FIRST_DELAYED = 5
/** Counts that no failure added to for a day are forgotten. */
export const FORGET_MS = DAY

/**
 * - `account`: failures in a row on one account, from one known device or with one session.
 * - `pair`: failures from one address on one account.
 * - `address`: whatever one address tries.
 * - `mail`: mails that visitors asked to be sent to one account.
 * - `invitationsTo`: mails that invite one mailbox, from all merchants together.
 * - `invitationsBy`: mails in which one merchant invites.
 * - `requestsTo`: mails that ask one mailbox for a payment, or remind of it, from all merchants together.
 * - `requestsBy`: those of one merchant.
 * - `receiptsTo`, `receiptsBy`: receipts, likewise.
 * - `logos`: logos that one merchant uploads.
 */
export const windows = {
  pair: [{ most: 6, withinMs: MINUTE }],
  address: [
    { most: 30, withinMs: MINUTE },
    { most: 300, withinMs: HOUR },
  ],
  mail: [{ most: 5, withinMs: HOUR }],
  invitationsTo: [
    { most: 3, withinMs: HOUR },
    { most: 6, withinMs: DAY },
  ],
  invitationsBy: [
    { most: 20, withinMs: HOUR },
    { most: 60, withinMs: DAY },
  ],
  requestsTo: [
    { most: 5, withinMs: HOUR },
    { most: 15, withinMs: DAY },
  ],
  requestsBy: [
    { most: 200, withinMs: HOUR },
    { most: 1000, withinMs: DAY },
  ],
  receiptsTo: [
    { most: 10, withinMs: HOUR },
    { most: 40, withinMs: DAY },
  ],
  receiptsBy: [{ most: 2000, withinMs: HOUR }],
  logos: [{ most: 10, withinMs: HOUR }],
} as const satisfies Record<string, readonly Window[]>

export type Limit = 'account' | keyof typeof windows

/** How long until the next attempt may be made; 0 when it may be made now. */
export function waitMs(limit: Limit, counter: Counter, nowMs: number): number {
  const wait =
    limit === 'account'
      ? waitAfterFailures(counter, nowMs)
      : Math.max(...windows[limit].map((window) => waitForWindow(window, counter, nowMs)))
  // Another process's clock may be ahead of ours: no attempt waits longer than the rule itself says.
  return Math.min(Math.max(0, wait), longestMs(limit))
}

function waitAfterFailures({ failures, times }: Counter, nowMs: number): number {
  const lastAt = times.at(-1)
  if (lastAt === undefined || failures < FIRST_DELAYED) return 0
  const pause = failures >= MAX_FAILURES ? LOCKED_MS : 1000 * 2 ** (failures - FIRST_DELAYED)
  return lastAt + pause - nowMs
}

function waitForWindow({ most, withinMs }: Window, { times }: Counter, nowMs: number): number {
  const oldest = times.at(-most)
  return times.length < most || oldest === undefined ? 0 : oldest + withinMs - nowMs
}

const longestMs = (limit: Limit): number =>
  limit === 'account' ? LOCKED_MS : Math.max(...windows[limit].map(({ withinMs }) => withinMs))

/**
 * The counter with an attempt of now, which must not have to wait. An attempt counts as a failure
 * from its beginning on, so that many at once are no more than many in a row.
 */
export function counted(limit: Limit, { failures, times }: Counter, nowMs: number): Counter {
  if (limit === 'account') {
    const isOver = failures >= MAX_FAILURES || nowMs - (times.at(-1) ?? nowMs) >= FORGET_MS
    return { failures: isOver ? 1 : failures + 1, times: [nowMs] }
  }
  const most = Math.max(...windows[limit].map((window) => window.most))
  return { failures: 0, times: [...times, nowMs].toSorted((a, b) => a - b).slice(-most) }
}

/** The counter without an attempt that turned out to be no failure. */
export function released(limit: Limit, { failures, times }: Counter, atMs: number): Counter {
  if (limit === 'account') {
    return failures <= 1 ? nothingYet : { failures: failures - 1, times }
  }
  const index = times.indexOf(atMs)
  return { failures, times: index < 0 ? times : times.toSpliced(index, 1) }
}

export const isLocked = ({ failures }: Counter): boolean => failures >= MAX_FAILURES

/** From when on the counter says nothing any more. */
export const expiryOf = (limit: Limit, { times }: Counter, nowMs: number): number =>
  (times.at(-1) ?? nowMs) + (limit === 'account' ? FORGET_MS : longestMs(limit))
