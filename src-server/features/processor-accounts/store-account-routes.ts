import type { World } from '#server/core/context.ts'
import { additionalMethodsOf } from '#server/services/processors/additional-methods.ts'
import { listOpenAccounts } from '#server/services/processors/processor-accounts.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { updateMerchantRow } from '../merchants/merchants.queries.ts'

/** Stores in the merchant's row which account takes which method, since every payment reads that row anyway. */
export async function storeAccountRoutes(
  { db, now }: Pick<World, 'db' | 'now'>,
  merchantId: string,
): Promise<void> {
  const openAccounts = await listOpenAccounts(db, { merchantId })
  const routes = Object.fromEntries([
    ...openAccounts.map(({ paymentMethod, id, processor }) => [paymentMethod, { id, processor }]),
    // A person chose these additional methods, so they take precedence over an account that was connected for the method.
    ...openAccounts.flatMap((account) =>
      additionalMethodsOf(account).map((method) => [
        method,
        { id: account.id, processor: account.processor },
      ]),
    ),
  ])
  await updateMerchantRow(
    db,
    { merchantId },
    {
      processorAccounts: openAccounts.length > 0 ? JSON.stringify(routes) : null,
      updatedAt: toIso(now()),
    },
  )
}
