import { trpc } from '#client/trpc.ts'
import { firstCurrencies, inOrder } from '#server/shared/money/currencies.ts'
import type { Currency } from '#server/shared/money/money.ts'
import { useSignedIn } from './signed-in.ts'

/** What a new payment may be in. Until the settings are known: what every merchant is offered. */
export function useOfferedCurrencies(): Currency[] {
  const { merchant, isMember } = useSignedIn()
  const { data } = trpc.merchant.currencies.useQuery(undefined, { enabled: isMember })
  return data?.offered ?? inOrder([...firstCurrencies, merchant.currency])
}

/** What payments may be narrowed to: what is offered, what there are payments in, and what is shown. */
export function useKnownCurrencies(shown: Currency | undefined): Currency[] {
  const { isMember } = useSignedIn()
  const offered = useOfferedCurrencies()
  const { data } = trpc.dashboard.stats.useQuery(undefined, { enabled: isMember })
  const paid = (data?.byCurrency ?? []).map(({ currency }) => currency)
  return inOrder([...offered, ...paid, ...(shown ? [shown] : [])])
}
