import { createHash } from 'node:crypto'
import type { IdempotencyKeyRow } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { type Ctx, inTransaction, type Once, type World } from '#server/core/context.ts'
import type { ApiVersion } from '#server/shared/api-version.ts'
import type { ReasonOf } from '#server/shared/reasons/reasons.ts'
import { holdsCardNumber } from '#server/shared/text/card-number.ts'
import { completeKey } from './idempotency.queries.ts'
import { keepAnswers, lookForKeys, nameOfKey } from './kept-answers.ts'

/** What a middleware gets from what it wraps. */
type Result = { ok: true; data: unknown } | { ok: false; error: Error }

/** Thrown by work whose answer is one that was given before. */
export class Replay extends Error {
  readonly row: IdempotencyKeyRow
  constructor(row: IdempotencyKeyRow) {
    super('replayed')
    this.row = row
  }
}

/** Random ids hold digits by chance, so only a key that is nothing else counts. */
export const isCardNumberAsKey = (key: string): boolean =>
  /^["\d.-]+$/.test(key) && holdsCardNumber(key)

/** 1 to 255 visible ASCII characters, bare or as a quoted string; undefined when there is no header. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const bare = typeof header === 'string' ? header.replace(/^"(.*)"$/, '$1') : ''
  if (/^[\x21-\x7e]{1,255}$/.test(bare) && !isCardNumberAsKey(bare)) return bare
  throw new AppError(
    'invalid',
    'Idempotency-Key must have 1 to 255 visible ASCII characters and be no card number.',
    {
      reason: 'idempotency_key_invalid',
    },
  )
}

/** JSON whose keys are in one order, so that the same content is the same text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`)
  return `{${entries.join(',')}}`
}

/** Whether 200, 201 or 202 stands in the procedure's definition; here it only says that it succeeded. */
export const SUCCEEDED = 200
const REFUSED = 409

const objectIdOf = (answer: unknown): string | null =>
  typeof answer === 'object' && answer !== null && 'id' in answer && typeof answer.id === 'string'
    ? answer.id
    : null

const fingerprintOf = (procedure: string, input: unknown): string =>
  createHash('sha256')
    .update(`${procedure} ${canonicalJson(input)}`)
    .digest('hex')

/** Keys whose first request is still being worked on in this process. */
const running = new Set<string>()

export const inProgress = () =>
  new AppError('conflict', 'A request with this Idempotency-Key is still running.', {
    reason: 'idempotency_in_progress',
    retryAfterS: 1,
  })

/** What of the context is another one for the work. No more: each property costs with each request. */
type Changed = Pick<Ctx, 'db' | 'noteChange'> & { once?: Once }

export type OnceRequest<R extends Result> = {
  merchantId: string
  key: string
  version: ApiVersion
  procedure: string
  /** The validated input: two requests are the same when this is. */
  input: unknown
  /** Whether the work looks for the key and keeps its answer by itself, with what it stores. */
  keepsAnswer: boolean
  work: (changed: Changed) => Promise<R>
  /** A refusal as the caller sees it. */
  describe: (error: unknown) => object
  onReplay: () => void
}

/**
 * Does the work once for an Idempotency-Key of a merchant. The key, the change and its answer commit
 * in one transaction, so a crash leaves all of them or none. What was not stored may be sent again:
 * refused input, and every failure that changed nothing.
 */
export async function runOnce<R extends Result>(ctx: Ctx, request: OnceRequest<R>): Promise<R> {
  const { merchantId, key } = request
  const fingerprint = fingerprintOf(request.procedure, request.input)
  const once = onceOf({ merchantId, key, fingerprint }, request.version)
  const name = nameOfKey({ merchantId, key })
  if (running.has(name)) throw inProgress()
  running.add(name)
  try {
    if (!request.keepsAnswer) return await workInOneTransaction(ctx, once, request)
    const result = await request.work({ db: ctx.db, noteChange: ctx.noteChange, once })
    if (!result.ok) throw result.error
    return result
  } catch (error) {
    const replay = replayOf(error)
    if (replay) return replayed(replay.row, fingerprint, request.onReplay) as R
    if (!isRefusalToKeep(error)) throw error
    const earlier = await keepRefusal(ctx, once, request.describe(error))
    if (earlier) return replayed(earlier.row, fingerprint, request.onReplay) as R
    throw error
  } finally {
    running.delete(name)
  }
}

const workInOneTransaction = <R extends Result>(
  ctx: Ctx,
  once: OnceInOne,
  { work }: OnceRequest<R>,
): Promise<R> =>
  inTransaction(ctx, async (inner) => {
    await once.look(inner)
    const result = await work({ db: inner.db, noteChange: inner.noteChange })
    // A refusal is thrown, so that whatever was begun is undone.
    if (!result.ok) throw result.error
    await once.keep(inner, result.data)
    return result
  })

/**
 * A refusal by the state of things is an answer too, and stays one although its change was undone.
 * Nothing holds the key between the two, so another process may have answered meanwhile; its answer
 * is the one that stands.
 */
const keepRefusal = (ctx: Ctx, once: OnceInOne, problem: object): Promise<Replay | undefined> =>
  inTransaction(ctx, async (inner) => {
    await once.look(inner)
    await once.keep(inner, problem, REFUSED)
    return undefined
  }).catch((error: unknown) => {
    const replay = replayOf(error)
    if (replay) return replay
    throw error
  })

type OnceInOne = Once & {
  /** Makes sure that the key is new, and that it stays so until the transaction ends. */
  look: (ctx: World) => Promise<void>
  /** Stores it with its answer. */
  keep: (ctx: World, answer: unknown, status?: number) => Promise<void>
}

/** How one key is kept, inside the transaction of what it belongs to: looked for before, stored after it. */
function onceOf(
  row: Pick<IdempotencyKeyRow, 'merchantId' | 'key' | 'fingerprint'>,
  version: ApiVersion,
): OnceInOne {
  let isPast = false
  return {
    key: row.key,
    fingerprint: row.fingerprint,
    version,
    look: async (ctx) => {
      const [state] = await lookForKeys(ctx, [row])
      if (state?.is === 'known') throw new Replay(state.row)
      if (state?.is === 'running') throw inProgress()
      isPast = state?.is === 'past'
    },
    keep: async (ctx, answer, status = SUCCEEDED) => {
      const body = JSON.stringify(answer)
      const kept = { ...row, objectId: objectIdOf(answer), status, body, isPast }
      if (!(await keepAnswers(ctx, [kept]))) throw inProgress()
    },
    complete: async ({ db }, answer, status = SUCCEEDED) => {
      const { merchantId, key } = row
      const body = JSON.stringify(answer)
      await completeKey(db, { merchantId, key, status, body, objectId: objectIdOf(answer) })
    },
  }
}

function replayOf(error: unknown): Replay | undefined {
  if (error instanceof Replay) return error
  return error instanceof Error && error.cause instanceof Replay ? error.cause : undefined
}

function isRefusalToKeep(error: unknown): boolean {
  const known = error instanceof Error && error.cause instanceof AppError ? error.cause : error
  return (
    known instanceof AppError &&
    known.code === 'conflict' &&
    known.reason !== 'idempotency_in_progress'
  )
}

/** The first answer again, or why there is none. */
function replayed(row: IdempotencyKeyRow, fingerprint: string, onReplay: () => void): Result {
  if (row.fingerprint !== fingerprint) {
    throw new AppError(
      'unprocessable',
      'This Idempotency-Key was sent before with another request. Use a new key for a new request.',
      { reason: 'idempotency_key_reused' },
    )
  }
  if (row.status === null || row.body === null) throw inProgress()
  onReplay()
  const answer: unknown = JSON.parse(row.body)
  if (row.status < 400) return { ok: true, data: answer }
  throw new AppError('conflict', String((answer as { detail?: unknown }).detail), {
    replayed: row.body,
    ...(answer as { reason?: ReasonOf<'conflict'> }),
  })
}
