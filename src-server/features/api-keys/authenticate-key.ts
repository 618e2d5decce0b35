import { AppError } from '#server/core/calls/errors.ts'
import type { KeyActor, MerchantCtx, World } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import { hashSecret } from '#server/core/secrets/secret-hash.ts'
import type { ApiVersion } from '#server/shared/api-version.ts'
import { toIso } from '#server/shared/day.ts'
import type { ReasonOf } from '#server/shared/reasons/reasons.ts'
import { actingMerchantOf } from '../merchants/merchants.rules.ts'
import { isSecret } from './api-key-secret.ts'
import { findKey, findKeyByHash } from './api-keys.queries.ts'

export type KeyCaller = { actor: KeyActor; merchant: ActingMerchant; version: ApiVersion }

const unauthenticated = (message: string, reason: ReasonOf<'unauthenticated'>) =>
  new AppError('unauthenticated', message, { reason })

/**
 * Returns the caller of an API key. Throws `unauthenticated`, with the reason, for an unknown, revoked or expired key.
 */
export async function authenticateKey(
  { db, now }: Pick<World, 'db' | 'now'>,
  secret: string,
): Promise<KeyCaller> {
  const row = isSecret(secret) ? await findKeyByHash(db, hashSecret(secret)) : undefined
  if (!row) throw unauthenticated('There is no such API key.', 'key_unknown')
  const { keyId, prefix, scopes, shopId, version, expiresAt, revokedAt } = row
  assertUsable({ expiresAt, revokedAt }, now())
  return {
    actor: {
      type: 'key',
      keyId,
      prefix,
      scopes: scopes.split(','),
      ...(shopId !== null && { shopId }),
    },
    merchant: actingMerchantOf(row),
    version,
  }
}

function assertUsable(
  { expiresAt, revokedAt }: { expiresAt: string | null; revokedAt: string | null },
  nowMs: number,
): void {
  if (revokedAt !== null) throw unauthenticated('This API key was revoked.', 'key_revoked')
  if (expiresAt !== null && expiresAt <= toIso(nowMs)) {
    throw unauthenticated('This API key has expired.', 'key_expired')
  }
}

/**
 * Throws `unauthenticated` if the caller's API key was revoked or has expired since the request was authenticated. Use
 * it before a change whose effects outlast the request, after locking the merchant: a revocation takes the same lock.
 */
export async function assertKeyStillUsable({
  db,
  merchant,
  actor,
  now,
}: Pick<MerchantCtx, 'db' | 'merchant' | 'actor' | 'now'>): Promise<void> {
  if (actor.type !== 'key') return
  const row = await findKey(db, { merchantId: merchant.id, id: actor.keyId })
  if (!row) throw unauthenticated('This API key was revoked.', 'key_revoked')
  assertUsable(row, now())
}
