import type { Selectable } from 'kysely'
import type { ProcessorAccountRow } from '#db/tables/refund-tables.ts'
import type { World } from '#server/core/context.ts'
import { findPaymentRefOf } from '#server/services/processors/processor-accounts.queries.ts'
import { accessOf } from './open-account.ts'

/**
 * Tells whether a key belongs to the account at a processor that a row is of: by the account's name where both are
 * known, else by an event or a payment of the account, which no other account can read. Undefined where the row has
 * neither.
 */
export async function isKeyOf(
  world: Pick<World, 'db' | 'processors'>,
  account: Selectable<ProcessorAccountRow>,
  { secretKey, accountRef }: { secretKey: string; accountRef: string | null },
): Promise<boolean | undefined> {
  if (accountRef !== null && account.accountRef !== null) return accountRef === account.accountRef
  const access = accessOf(world, account)
  const { eventRef } = account
  // An event that is not found proves nothing: processors forget them after a while.
  if (eventRef !== null && (await access.canReadEvent(secretKey, eventRef))) return true
  const ref = await findPaymentRefOf(world.db, account)
  if (ref === undefined) return eventRef === null ? undefined : false
  return access.canReadPayment(secretKey, ref)
}
