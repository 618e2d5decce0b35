import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { audit } from '#server/services/audit/audit.ts'
import { toIso } from '#server/shared/day.ts'
import type { Currency } from '#server/shared/money/money.ts'
import { findMerchant, lockMerchantRow, updateMerchantRow } from './merchants.queries.ts'
import { chosenCurrenciesOf, currenciesToStore, offeredCurrenciesOf } from './merchants.rules.ts'
import type { ChooseCurrencies, OfferedCurrencies } from './merchants.schema.ts'

const noMerchant = () => new AppError('not_found', 'There is no such merchant.')

/**
 * Returns the currencies that the merchant's own form and filters offer. API clients may take payments in any currency.
 */
export async function readOfferedCurrencies(ctx: MerchantCtx): Promise<OfferedCurrencies> {
  const row = await findMerchant(ctx.db, { merchantId: ctx.merchant.id })
  if (!row) throw noMerchant()
  return offeredCurrenciesOf(row)
}

/**
 * Chooses currencies to offer in addition to the default ones and the reporting one. Writes no audit entry when nothing
 * changes.
 */
export const chooseCurrencies = (
  ctx: MerchantCtx,
  { currencies }: ChooseCurrencies,
): Promise<OfferedCurrencies> =>
  inTransaction(ctx, async (inner) => {
    const { id: merchantId } = ctx.merchant
    const before = await lockMerchantRow(inner.db, {
      dialect: inner.dialect,
      merchantId,
      hold: 'team',
    })
    if (!before) throw noMerchant()
    const chosen = currenciesToStore(currencies)
    if (formatCurrencies(chosen) === formatCurrencies(chosenCurrenciesOf(before)))
      return offeredCurrenciesOf(before)
    const after = await updateMerchantRow(
      inner.db,
      { merchantId },
      { currencies: JSON.stringify(chosen), updatedAt: toIso(ctx.now()) },
    )
    if (!after) throw noMerchant()
    await audit(
      { ...ctx, db: inner.db },
      {
        merchantId,
        action: 'merchant.updated',
        objectId: merchantId,
        before: { currencies: formatCurrencies(chosenCurrenciesOf(before)) },
        after: { currencies: formatCurrencies(chosen) },
      },
    )
    inner.publishChange({ merchantId, type: 'merchant', action: 'changed', objectId: merchantId })
    return offeredCurrenciesOf(after)
  })

const formatCurrencies = (currencies: readonly Currency[]): string => currencies.join(', ')
