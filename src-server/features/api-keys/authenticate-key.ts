import { AppError } from '#server/core/calls/errors.ts'
import type { KeyActor, World } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import { hashSecret } from '#server/core/secrets/secret-hash.ts'
import type { ApiVersion } from '#server/shared/api-version.ts'
import { toIso } from '#server/shared/day.ts'
import type { ReasonOf } from '#server/shared/reasons/reasons.ts'
import { actingMerchantOf } from '../merchants/merchants.rules.ts'
import { isSecret } from './api-key-secret.ts'
import { findKeyByHash } from './api-keys.queries.ts'

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
  if (revokedAt !== null) throw unauthenticated('This API key was revoked.', 'key_revoked')
  if (expiresAt !== null && expiresAt <= toIso(now())) {
    throw unauthenticated('This API key has expired.', 'key_expired')
  }
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
