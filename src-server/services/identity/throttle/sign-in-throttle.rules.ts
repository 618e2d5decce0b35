/**
 * Counted attempts under a limit. A rule computes from them how long the next attempt must wait. Times are epoch
 * milliseconds.
 */
export type Counter = Readonly<{ failures: number; times: readonly number[] }>

export const emptyCounter: Counter = { failures: 0, times: [] }

type Window = Readonly<{ most: number; withinMs: number }>

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Consecutive failures that lock an account, and how long the lock lasts. */
export const MAX_FAILURES = 10
export const LOCK_MS = 30 * MINUTE
/** First failure that delays the next try. Each further one doubles the delay: 1, 2, 4 … seconds. */
export const FIRST_DELAYED = 5
/** Time without a further failure after which the count is deleted. */
export const FORGET_MS = DAY

/**
 * Limits per period, by the event that counts. The limit `account` has no period: it counts consecutive failures on one
 * account, from one known device or with one session.
 * - `pair`: failures from one IP address, known device or session on one account.
 * - `address`: all attempts from one IP address.
 * - `mail`: sign-in mails of one kind to one account or mailbox.
 * - `invitationsTo`: invitations to one mailbox, from all merchants together.
 * - `invitationsBy`: invitations by one merchant.
 * - `requestsTo`: payment requests and reminders to one mailbox, from all merchants together.
 * - `requestsBy`: payment requests and reminders by one merchant.
 * - `receiptsTo`: receipts to one mailbox, from all merchants together.
 * - `receiptsBy`: receipts by one merchant.
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

/** Returns the milliseconds until the next attempt may be made; 0 when it may be made now. */
export function computeWaitMs(limit: Limit, counter: Counter, nowMs: number): number {
  const wait =
    limit === 'account'
      ? waitAfterFailures(counter, nowMs)
      : Math.max(...windows[limit].map((window) => waitForWindow(window, counter, nowMs)))
  // Another process's clock may be ahead of ours, so limit the wait to the rule's longest.
  return Math.min(Math.max(0, wait), longestMs(limit))
}

function waitAfterFailures({ failures, times }: Counter, nowMs: number): number {
  const lastAt = times.at(-1)
  if (lastAt === undefined || failures < FIRST_DELAYED) return 0
  const pause = failures >= MAX_FAILURES ? LOCK_MS : 1000 * 2 ** (failures - FIRST_DELAYED)
  return lastAt + pause - nowMs
}

function waitForWindow({ most, withinMs }: Window, { times }: Counter, nowMs: number): number {
  const oldest = times.at(-most)
  return times.length < most || oldest === undefined ? 0 : oldest + withinMs - nowMs
}

const longestMs = (limit: Limit): number =>
  limit === 'account' ? LOCK_MS : Math.max(...windows[limit].map(({ withinMs }) => withinMs))

/**
 * Returns the counter with an attempt made now, which must not have to wait. An attempt counts as a failure from its
 * start, so that concurrent attempts count like consecutive ones.
 */
export function countAttempt(limit: Limit, { failures, times }: Counter, nowMs: number): Counter {
  if (limit === 'account') {
    const isExpired = failures >= MAX_FAILURES || nowMs - (times.at(-1) ?? nowMs) >= FORGET_MS
    return { failures: isExpired ? 1 : failures + 1, times: [nowMs] }
  }
  const most = Math.max(...windows[limit].map((window) => window.most))
  return { failures: 0, times: [...times, nowMs].toSorted((a, b) => a - b).slice(-most) }
}

/** Returns the counter without an attempt that did not fail. */
export function releaseAttempt(limit: Limit, { failures, times }: Counter, atMs: number): Counter {
  if (limit === 'account') {
    return failures <= 1 ? emptyCounter : { failures: failures - 1, times }
  }
  const index = times.indexOf(atMs)
  return { failures, times: index < 0 ? times : times.toSpliced(index, 1) }
}

/** Returns whether so many consecutive failures lock the account. */
export const isLocked = ({ failures }: Counter): boolean => failures >= MAX_FAILURES

/** Returns when the counter expires, in epoch milliseconds: it delays no attempt from then on. */
export const expiryOf = (limit: Limit, { times }: Counter, nowMs: number): number =>
  (times.at(-1) ?? nowMs) + (limit === 'account' ? FORGET_MS : longestMs(limit))
