import type { Selectable } from 'kysely'
import type { ProcessorAccountRow } from '#db/tables/refund-tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import type { World } from '#server/core/context.ts'
import type { AccountAccess } from '#server/core/ports/account-access.ts'
import type { ConnectableProcessor, Processors } from '#server/core/ports/processor.ts'
import { openSecret } from '#server/services/processors/account-secrets.ts'
import { findProcessorAccount } from '#server/services/processors/processor-accounts.queries.ts'

/**
 * Returns the processor of this name.
 * @throws when merchants connect no accounts there.
 */
export function findConnectable(
  { connectable }: Pick<Processors, 'connectable'>,
  name: string,
): ConnectableProcessor {
  const processor = connectable.find((each) => each.name === name)
  if (!processor) throw new Error(`merchants connect no accounts at ${name}`)
  return processor
}

/** Returns the calls that a processor offers for its merchants' accounts. */
export const accessOf = (
  { processors }: Pick<World, 'processors'>,
  { processor }: Pick<Selectable<ProcessorAccountRow>, 'processor'>,
): AccountAccess => findConnectable(processors, processor).accounts

/**
 * Returns an open account of the merchant with its processor and its decrypted API key.
 * @throws `not_found` when there is no such open account.
 */
export async function requireOpenAccount(
  { db, secretBox, processors }: Pick<World, 'db' | 'secretBox' | 'processors'>,
  accountKey: { merchantId: string; id: string },
) {
  const account = await findProcessorAccount(db, accountKey)
  const isOpen = account?.closedAt === null && account.secretKey !== null
  if (!account || !isOpen) throw noAccount()
  return {
    account,
    processor: findConnectable(processors, account.processor),
    secretKey: openSecret(secretBox, account, 'secretKey'),
  }
}

export const noAccount = () => new AppError('not_found', 'There is no such account.')
