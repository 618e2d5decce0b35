import type { ApiKeyRow } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { hashSecret } from '#server/core/secrets/secret-hash.ts'
import { audit } from '#server/services/audit/audit.ts'
import { findIntegration } from '#server/services/outbox/integrations.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { lockMerchantRow } from '../merchants/merchants.queries.ts'
import { makeSecret, visibleParts } from './api-key-secret.ts'
import { findKey, findSuccessor, insertKey, updateKey } from './api-keys.queries.ts'
import { apiKeyOf } from './api-keys.rules.ts'
import type { CreatedApiKey, NewApiKey, RotateApiKey } from './api-keys.schema.ts'

const DAY_MS = 86_400_000

/** Makes a key. Its secret is in this response and nowhere else: only a hash is stored. */
export function createApiKey(ctx: MerchantCtx, input: NewApiKey): Promise<CreatedApiKey> {
  const expiresAt = input.expiresAt ? toIso(Date.parse(input.expiresAt)) : null
  if (expiresAt !== null && expiresAt <= toIso(ctx.now())) {
    const issue = { path: 'expiresAt', message: 'must lie in the future' }
    throw new AppError('invalid', `${issue.path}: ${issue.message}`, { issues: [issue] })
  }
  return inTransaction(ctx, async (inner) => {
    const integration = await findIntegration(inner.db, { merchantId: ctx.merchant.id })
    return storeKey(inner, {
      name: input.name,
      scopes: input.scopes.toSorted().join(','),
      version: integration?.version ?? 'v1',
      shop: input.scopes.includes('shop') ? 'new' : null,
      replaces: null,
      expiresAt,
    })
  })
}

/**
 * Makes a new key with the name, scopes and version of an old one. The old key works until the overlap ends, or until
 * its own expiry if that is earlier.
 */
export function rotateApiKey(ctx: MerchantCtx, input: RotateApiKey): Promise<CreatedApiKey> {
  return inTransaction(ctx, async (inner) => {
    const where = { merchantId: ctx.merchant.id, id: input.id }
    const old = await lockKey(inner, where)
    if (await findSuccessor(inner.db, where)) {
      throw new AppError(
        'conflict',
        'The key was rotated already. Rotate the key that replaces it, or revoke that one first.',
        { reason: 'already_rotated' },
      )
    }
    const nowIso = toIso(ctx.now())
    if (old.expiresAt !== null && old.expiresAt <= nowIso) {
      throw new AppError('conflict', 'The key has expired. Make a new one.')
    }
    const created = await storeKey(inner, {
      name: old.name,
      scopes: old.scopes,
      version: old.version,
      shop: old.shopId,
      replaces: old.id,
      expiresAt: null,
    })
    const overlapEnds = toIso(ctx.now() + input.overlapDays * DAY_MS)
    const expiresAt =
      old.expiresAt !== null && old.expiresAt < overlapEnds ? old.expiresAt : overlapEnds
    await updateKey(
      inner.db,
      where,
      input.overlapDays === 0 ? { revokedAt: nowIso } : { expiresAt },
    )
    await audit(inner, {
      merchantId: ctx.merchant.id,
      action: 'api_key.rotated',
      objectId: old.id,
      after: { replacedBy: created.id, expiresAt },
    })
    return created
  })
}

/** Revokes a key. It stops working at once, since each request looks up its key. */
export function revokeApiKey(ctx: MerchantCtx, { id }: { id: string }): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const where = { merchantId: ctx.merchant.id, id }
    await lockKey(inner, where)
    await updateKey(inner.db, where, { revokedAt: toIso(ctx.now()) })
    await audit(inner, {
      merchantId: ctx.merchant.id,
      action: 'api_key.revoked',
      objectId: id,
    })
  })
}

/**
 * Locks the merchant and returns the key. Keys of one merchant change one at a time, so that no key gets two
 * successors.
 */
async function lockKey(
  { db, dialect }: MerchantCtx,
  where: { merchantId: string; id: string },
): Promise<ApiKeyRow> {
  await lockMerchantRow(db, { dialect, merchantId: where.merchantId, hold: 'team' })
  const key = await findKey(db, where)
  if (!key) throw new AppError('not_found', 'There is no such key.')
  return key
}

async function storeKey(
  ctx: MerchantCtx,
  {
    shop,
    ...columns
  }: Pick<ApiKeyRow, 'name' | 'scopes' | 'version' | 'replaces' | 'expiresAt'> & {
    /** The key's shop: the shop of the key that it replaces, or a new one; null without the scope `shop`. */
    shop: string | 'new' | null
  },
): Promise<CreatedApiKey> {
  const secret = makeSecret(ctx.merchant.mode)
  const id = ctx.newId('key')
  const row: ApiKeyRow = {
    ...columns,
    ...visibleParts(secret),
    merchantId: ctx.merchant.id,
    id,
    shopId: shop === 'new' ? id : shop,
    hash: hashSecret(secret),
    createdAt: toIso(ctx.now()),
    lastUsedAt: null,
    revokedAt: null,
  }
  await insertKey(ctx.db, row)
  const key = apiKeyOf(row)
  await audit(ctx, {
    merchantId: ctx.merchant.id,
    action: 'api_key.created',
    objectId: row.id,
    after: key,
  })
  return { ...key, secret }
}
