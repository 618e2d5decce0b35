import type { IdempotentRequest, World } from '#server/core/context.ts'
import type { ApiVersion } from '#server/shared/api-version.ts'
import { deleteKeys } from './idempotency.queries.ts'
import { inProgressError, Replay } from './idempotency.ts'
import { readKeyStates, storeKeys } from './stored-keys.ts'

/**
 * Returns what an idempotency key's `body` contains until the response is known: the request's API version, or null for
 * the first version.
 */
export const bodyOfClaim = (version: ApiVersion | undefined): string | null =>
  version === 'v2' ? version : null

type KeyClaim = { merchantId: string; id: string }

/**
 * Stores the request's Idempotency-Key, if it has one, with the object's id but no response. The code that later stores
 * the processor's outcome adds the response. Call it in the transaction of the first change.
 * @throws Replay when the key is stored already, or AppError when its request is still running.
 */
export async function claimKey(
  inner: Pick<World, 'db' | 'dialect' | 'now'>,
  once: IdempotentRequest | undefined,
  { merchantId, id: objectId }: KeyClaim,
): Promise<void> {
  if (!once) return
  const { key, fingerprint } = once
  const [state] = await readKeyStates(inner, [{ merchantId, key }])
  if (state?.is === 'known') throw new Replay(state.row)
  if (state?.is === 'running') throw inProgressError()
  const isPast = state?.is === 'past'
  const claim = {
    merchantId,
    key,
    fingerprint,
    objectId,
    status: null,
    body: bodyOfClaim(once.version),
    isPast,
  }
  if (!(await storeKeys(inner, [claim]))) throw inProgressError()
}

/** Deletes a request's claimed key, so that the response of a refusal can be stored under it. */
export async function releaseKey(
  { db }: Pick<World, 'db'>,
  once: IdempotentRequest | undefined,
  merchantId: string,
): Promise<void> {
  if (once) await deleteKeys(db, [{ merchantId, key: once.key }])
}
