import { addDays, startOfDayMs, toIso } from '#server/shared/day.ts'
import { minorFromDecimal } from '#server/shared/money/money.ts'
import type { MerchantCtx } from '../context.ts'
import type { ListFilter, ListFilterInput } from './list-definition.ts'

/** Converts a caller's filters to the database's units: days also to instants, decimal amounts to hundredths. */
export function listFilter<Input extends ListFilterInput>(
  { merchant, dialect }: Pick<MerchantCtx, 'merchant' | 'dialect'>,
  input: Input,
): Omit<Input, keyof ListFilterInput> & ListFilter {
  const { search: _, from, to, minAmount, maxAmount, ...fields } = input
  const startOf = (day: string) => toIso(startOfDayMs(day, merchant.timezone))
  return {
    ...fields,
    merchantId: merchant.id,
    calendar: merchant.calendars.inUse,
    dialect,
    from,
    to,
    fromInstant: from === undefined ? undefined : startOf(from),
    beforeInstant: to === undefined ? undefined : startOf(addDays(to, 1)),
    minAmount: minAmount === undefined ? undefined : minorFromDecimal(minAmount),
    maxAmount: maxAmount === undefined ? undefined : minorFromDecimal(maxAmount),
  }
}
