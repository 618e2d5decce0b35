import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { inProgressError, Replay } from '#server/services/idempotency/idempotency.ts'
import { readKeyStates } from '#server/services/idempotency/stored-keys.ts'

const MINUTE_MS = 60_000
const MAX_DAYS = 30

/**
 * Checks that the payer has between a minute and 30 days. A repeated request gets its first response, even if
 * that time has passed meanwhile.
 * @throws AppError `invalid` for any other time
 */
export async function assertExpiry(ctx: MerchantCtx, expiresAt: string): Promise<void> {
  const leftMs = Date.parse(expiresAt) - ctx.now()
  if (leftMs >= MINUTE_MS && leftMs <= MAX_DAYS * 24 * 60 * MINUTE_MS) return
  await assertNewKey(ctx)
  const message = 'must be between a minute and 30 days from now'
  throw new AppError('invalid', `expiresAt: ${message}`, {
    issues: [{ path: 'expiresAt', message }],
  })
}

/** Throws the earlier response of the request's Idempotency-Key, if there is one. */
async function assertNewKey(ctx: MerchantCtx): Promise<void> {
  const { once, merchant } = ctx
  if (!once) return
  const [state] = await inTransaction(ctx, (inner) =>
    readKeyStates(inner, [{ merchantId: merchant.id, key: once.key }]),
  )
  if (state?.is === 'known') throw new Replay(state.row)
  if (state?.is === 'running') throw inProgressError()
}
