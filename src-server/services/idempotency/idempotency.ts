import { createHash } from 'node:crypto'
import type { IdempotencyKeyRow } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import {
  type Ctx,
  type IdempotentRequest,
  inTransaction,
  type World,
} from '#server/core/context.ts'
import type { ApiVersion } from '#server/shared/api-version.ts'
import type { ReasonOf } from '#server/shared/reasons/reasons.ts'
import { holdsCardNumber } from '#server/shared/text/card-number.ts'
import { completeKey } from './idempotency.queries.ts'
import { nameOfKey, readKeyStates, storeKeys } from './stored-keys.ts'

/** Result of the wrapped procedure. */
type Result = { ok: true; data: unknown } | { ok: false; error: Error }

/** Thrown by the work when its key already has a stored response. */
export class Replay extends Error {
  readonly row: IdempotencyKeyRow
  constructor(row: IdempotencyKeyRow) {
    super('replayed')
    this.row = row
  }
}

/**
 * Returns whether an Idempotency-Key is a card number. A key with letters is none: random ids contain digits by chance.
 */
export const isCardNumberAsKey = (key: string): boolean =>
  /^["\d.-]+$/.test(key) && holdsCardNumber(key)

/**
 * Returns the Idempotency-Key, 1 to 255 visible ASCII characters, from a bare or quoted header; undefined without a
 * header.
 * @throws AppError `invalid` when the header is anything else, or a card number.
 */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const unquoted = typeof header === 'string' ? header.replace(/^"(.*)"$/, '$1') : ''
  if (/^[\x21-\x7e]{1,255}$/.test(unquoted) && !isCardNumberAsKey(unquoted)) return unquoted
  throw new AppError(
    'invalid',
    'Idempotency-Key must have 1 to 255 visible ASCII characters and be no card number.',
    {
      reason: 'idempotency_key_invalid',
    },
  )
}

/** Serializes to JSON with sorted keys, so that equal content gives equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`)
  return `{${entries.join(',')}}`
}

/** Stored status of any success. The procedure's definition decides whether 200, 201 or 202 is sent. */
export const SUCCESS_STATUS = 200
const REFUSAL_STATUS = 409
/** Stored status of a success whose response is an object that another request has created: 200 is sent. */
export const EXISTING_STATUS = 208

const objectIdOf = (response: unknown): string | null =>
  typeof response === 'object' &&
  response !== null &&
  'id' in response &&
  typeof response.id === 'string'
    ? response.id
    : null

const fingerprintOf = (procedure: string, input: unknown): string =>
  createHash('sha256')
    .update(`${procedure} ${canonicalJson(input)}`)
    .digest('hex')

/** Keys whose first request is still running in this process. */
const runningKeys = new Set<string>()

/** Creates the error for a request whose key's first request is still running; the caller may retry after a second. */
export const inProgressError = () =>
  new AppError('conflict', 'A request with this Idempotency-Key is still running.', {
    reason: 'idempotency_in_progress',
    retryAfterS: 1,
  })

/**
 * Properties of the context that `runOnce` replaces for the work. Each costs time in every request, so keep them few.
 */
type ChangeContext = Pick<Ctx, 'db' | 'publishChange'> & { once?: IdempotentRequest }

/** Work to run once per Idempotency-Key, with what identifies its request. */
export type IdempotentWork<R extends Result> = {
  merchantId: string
  key: string
  version: ApiVersion
  procedure: string
  /** Validated input: two requests are the same when their inputs are equal. */
  input: unknown
  /** True when the work checks the key and stores the response itself, together with its data. */
  storesResponse: boolean
  work: (context: ChangeContext) => Promise<R>
  /** Describes a refusal as the caller receives it. */
  describe: (error: unknown) => object
  onReplay: (status: number) => void
}

/**
 * Runs the work once per Idempotency-Key of a merchant; a repeated request gets the first response. The key, the change
 * and its response commit in one transaction, so a crash leaves all of them or none. A key may be sent again when its
 * request stored nothing: on refused input, and on every failure that changed nothing.
 */
export async function runOnce<R extends Result>(ctx: Ctx, request: IdempotentWork<R>): Promise<R> {
  const { merchantId, key } = request
  const fingerprint = fingerprintOf(request.procedure, request.input)
  const once = createTransactionalKey({ merchantId, key, fingerprint }, request.version)
  const name = nameOfKey({ merchantId, key })
  if (runningKeys.has(name)) throw inProgressError()
  runningKeys.add(name)
  try {
    if (!request.storesResponse) return await runInTransaction(ctx, once, request)
    const result = await request.work({ db: ctx.db, publishChange: ctx.publishChange, once })
    if (!result.ok) throw result.error
    return result
  } catch (error) {
    const replay = replayOf(error)
    if (replay) return replayResponse(replay.row, fingerprint, request.onReplay) as R
    if (!isStorableRefusal(error)) throw error
    const earlier = await storeRefusal(ctx, once, request.describe(error))
    if (earlier) return replayResponse(earlier.row, fingerprint, request.onReplay) as R
    throw error
  } finally {
    runningKeys.delete(name)
  }
}

const runInTransaction = <R extends Result>(
  ctx: Ctx,
  once: TransactionalKey,
  { work }: IdempotentWork<R>,
): Promise<R> =>
  inTransaction(ctx, async (inner) => {
    await once.assertNew(inner)
    const result = await work({ db: inner.db, publishChange: inner.publishChange })
    // Throw the refusal, so that the transaction is rolled back.
    if (!result.ok) throw result.error
    await once.keep(inner, result.data)
    return result
  })

/**
 * Stores a `conflict` refusal as the key's response, although its change was rolled back. The key is unlocked between
 * the two transactions. If another process has stored a response meanwhile, returns that response.
 */
const storeRefusal = (
  ctx: Ctx,
  once: TransactionalKey,
  problem: object,
): Promise<Replay | undefined> =>
  inTransaction(ctx, async (inner) => {
    await once.assertNew(inner)
    await once.keep(inner, problem, REFUSAL_STATUS)
    return undefined
  }).catch((error: unknown) => {
    const replay = replayOf(error)
    if (replay) return replay
    throw error
  })

type TransactionalKey = IdempotentRequest & {
  /** Checks that the key is new, and keeps it so until the transaction ends. */
  assertNew: (ctx: World) => Promise<void>
  /** Stores the key with its response. */
  keep: (ctx: World, response: unknown, status?: number) => Promise<void>
}

/** Returns the functions that check one key before its change and store it after, in the same transaction. */
function createTransactionalKey(
  row: Pick<IdempotencyKeyRow, 'merchantId' | 'key' | 'fingerprint'>,
  version: ApiVersion,
): TransactionalKey {
  let isPast = false
  return {
    key: row.key,
    fingerprint: row.fingerprint,
    version,
    assertNew: async (ctx) => {
      const [state] = await readKeyStates(ctx, [row])
      if (state?.is === 'known') throw new Replay(state.row)
      if (state?.is === 'running') throw inProgressError()
      isPast = state?.is === 'past'
    },
    keep: async (ctx, response, status = SUCCESS_STATUS) => {
      const body = JSON.stringify(response)
      const stored = { ...row, objectId: objectIdOf(response), status, body, isPast }
      if (!(await storeKeys(ctx, [stored]))) throw inProgressError()
    },
    complete: async ({ db }, response, status = SUCCESS_STATUS) => {
      const { merchantId, key } = row
      const body = JSON.stringify(response)
      await completeKey(db, { merchantId, key, status, body, objectId: objectIdOf(response) })
    },
  }
}

function replayOf(error: unknown): Replay | undefined {
  if (error instanceof Replay) return error
  return error instanceof Error && error.cause instanceof Replay ? error.cause : undefined
}

function isStorableRefusal(error: unknown): boolean {
  const appError = error instanceof Error && error.cause instanceof AppError ? error.cause : error
  return (
    appError instanceof AppError &&
    appError.code === 'conflict' &&
    appError.reason !== 'idempotency_in_progress'
  )
}

/**
 * Returns the stored response, or throws the stored refusal. Also throws when the key was used for a different request,
 * or while its first request runs.
 */
function replayResponse(
  row: IdempotencyKeyRow,
  fingerprint: string,
  onReplay: (status: number) => void,
): Result {
  if (row.fingerprint !== fingerprint) {
    throw new AppError(
      'unprocessable',
      'This Idempotency-Key was sent before with another request. Use a new key for a new request.',
      { reason: 'idempotency_key_reused' },
    )
  }
  if (row.status === null || row.body === null) throw inProgressError()
  onReplay(row.status)
  const response: unknown = JSON.parse(row.body)
  if (row.status < 400) return { ok: true, data: response }
  throw new AppError('conflict', String((response as { detail?: unknown }).detail), {
    replayed: row.body,
    ...(response as { reason?: ReasonOf<'conflict'> }),
  })
}
