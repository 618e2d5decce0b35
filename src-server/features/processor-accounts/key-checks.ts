import { AppError } from '#server/core/calls/errors.ts'
import type { MerchantMode } from '#server/core/merchant.ts'
import type { PermissionResult } from '#server/core/ports/account-access.ts'
import type { ConnectableProcessor } from '#server/core/ports/processor.ts'

/**
 * Throws `conflict` when an API key is for test mode and the merchant is in live mode, or the reverse. Throws
 * `unavailable` when the processor does not report a key's mode.
 */
export async function assertSameMode(
  { mode }: MerchantMode,
  { accounts, label }: ConnectableProcessor,
  keys: Record<string, string | undefined>,
): Promise<void> {
  const isKeyForMode = await Promise.all(
    Object.values(keys).map(async (key) => key === undefined || accounts.isKeyForMode(key, mode)),
  )
  if (isKeyForMode.includes(undefined)) throw unavailable(label)
  const issues = Object.keys(keys)
    .filter((_, index) => !isKeyForMode[index])
    .map((path) => ({ path, message: `must be a key of the ${mode} mode` }))
  if (issues.length === 0) return
  throw new AppError(
    'conflict',
    mode === 'live' ? 'Live mode needs live keys.' : 'Test mode needs test keys.',
    { reason: 'livemode_mismatch', issues },
  )
}

/**
 * Throws `conflict`, in the processor's words, when the API key lacks a permission that payments need. Throws
 * `unavailable` when the processor does not respond.
 */
export function assertPermissions(
  { label }: ConnectableProcessor,
  permissions: readonly PermissionResult[],
): void {
  const missing = permissions.filter(({ isNeeded, state }) => isNeeded && state === 'missing')
  if (missing.length > 0) {
    throw new AppError('conflict', missing[0]?.says ?? 'The key lacks a permission.', {
      reason: 'processor_key_invalid',
      issues: missing.map(({ name, says }) => ({
        path: 'secretKey',
        message: says ?? `lacks ${name}`,
      })),
    })
  }
  if (permissions.some(({ isNeeded, state }) => isNeeded && state === 'unknown')) {
    throw unavailable(label)
  }
}

const unavailable = (label: string) =>
  new AppError('unavailable', `${label} does not respond. Try again in a moment.`, {
    reason: 'processor_unavailable',
    retryAfterS: 5,
  })
