import type { Selectable } from 'kysely'
import type { ProcessorAccountRow } from '#db/tables/refund-tables.ts'
import type { World } from '#server/core/context.ts'
import { findPaymentRefOf } from '#server/services/processors/processor-accounts.queries.ts'
import { accessOf } from './open-account.ts'

/**
 * Returns whether an API key belongs to a stored processor account. Compares the processor's ids of the accounts when both
 * are known. Otherwise uses the API key to read an event or a payment of the account, which no other account can read.
 * Returns undefined when the account has neither.
 */
export async function isKeyOfAccount(
  world: Pick<World, 'db' | 'processors'>,
  account: Selectable<ProcessorAccountRow>,
  { secretKey, accountRef }: { secretKey: string; accountRef: string | null },
): Promise<boolean | undefined> {
  if (accountRef !== null && account.accountRef !== null) return accountRef === account.accountRef
  const access = accessOf(world, account)
  const { eventRef } = account
  // A missing event proves nothing, since processors delete events after a while.
  if (eventRef !== null && (await access.canReadEvent(secretKey, eventRef))) return true
  const ref = await findPaymentRefOf(world.db, account)
  if (ref === undefined) return eventRef === null ? undefined : false
  return access.canReadPayment(secretKey, ref)
}
