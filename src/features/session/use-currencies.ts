import { trpc } from '#client/trpc.ts'
import { defaultCurrencies, sortCurrencies } from '#server/shared/money/currencies.ts'
import type { Currency } from '#server/shared/money/money.ts'
import { useSignedIn } from './signed-in.ts'

/**
 * Returns the currencies for new payments. Until the settings are loaded: the currencies offered to every
 * merchant.
 */
export function useOfferedCurrencies(): Currency[] {
  const { merchant, isMember } = useSignedIn()
  const { data } = trpc.merchant.currencies.useQuery(undefined, { enabled: isMember })
  return data?.offered ?? sortCurrencies([...defaultCurrencies, merchant.currency])
}

/**
 * Returns the currencies for filters: the offered currencies, the currencies with payments and the selected
 * currency.
 */
export function useFilterCurrencies(shown: Currency | undefined): Currency[] {
  const { isMember } = useSignedIn()
  const offered = useOfferedCurrencies()
  const { data } = trpc.dashboard.stats.useQuery(undefined, { enabled: isMember })
  const paid = (data?.byCurrency ?? []).map(({ currency }) => currency)
  return sortCurrencies([...offered, ...paid, ...(shown ? [shown] : [])])
}
