import type { Kysely } from 'kysely'
import type { Database } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { type Allowance, takeAllowance } from './take-allowance.ts'

const RETRY_S = 60 * 60

/**
 * Counts a mail that a merchant sends by hand. Counts nothing where the server sends no mail, or has no rate limits.
 * @throws AppError `limit` with the message when the mailbox or the merchant has reached a limit
 */
export async function assertMailAllowance(
  { mailer, config, db, now }: Pick<MerchantCtx, 'mailer' | 'config' | 'db' | 'now'>,
  allowances: readonly Allowance[],
  message: string,
): Promise<void> {
  if (!mailer || !config.areRateLimitsOn) return
  if (await takeAllowance(db as Kysely<Database>, allowances, now())) return
  throw new AppError('limit', message, { retryAfterS: RETRY_S })
}
