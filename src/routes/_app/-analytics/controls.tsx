import { NativeSelect, SegmentedControl, Switch } from '@mantine/core'
import { Range, ranges } from '#server/features/analytics/analytics.schema.ts'
import { currencies, Currency } from '#server/shared/money.ts'
import { useSignedIn } from '../../../features/session/signed-in.ts'
import { noStats, nullAs } from '../../../lib/visitor.ts'
import { analytics } from '../../../texts/analytics.ts'
import { trpc } from '../../../trpc.ts'
import type { AnalyticsSearch } from './analytics-search.ts'
import classes from './analytics.module.css'

type Props = {
  search: AnalyticsSearch
  currency: Currency
  onChange: (changed: Partial<AnalyticsSearch>) => void
}

const rangeOptions = ranges.map((value) => ({ value, label: analytics.ranges[value] }))

export function Controls({ search, currency, onChange }: Props) {
  const choices = useCurrencies(currency)
  return (
    <section className={classes.controls} aria-label={analytics.controls}>
      <SegmentedControl
        aria-label={analytics.range}
        data={rangeOptions}
        value={search.range}
        onChange={(value) => onChange({ range: Range.safeParse(value).data })}
      />
      <Switch
        label={analytics.compare}
        checked={search.compare}
        onChange={({ currentTarget }) => onChange({ compare: currentTarget.checked })}
      />
      {choices.length > 1 && (
        <NativeSelect
          aria-label={analytics.currency}
          className={classes.currency}
          data={choices}
          value={currency}
          onChange={({ currentTarget: { value } }) =>
            onChange({ currency: Currency.safeParse(value).data })
          }
        />
      )}
    </section>
  )
}

/** Those with payments, the reporting currency and the one that is shown, in their usual order. */
function useCurrencies(shown: Currency): Currency[] {
  const { merchant } = useSignedIn()
  const { data } = trpc.dashboard.stats.useQuery(undefined, { select: nullAs(noStats) })
  const known = new Set([merchant.currency, shown, ...(data?.byCurrency ?? []).map(currencyOf)])
  return currencies.filter((each) => known.has(each))
}

const currencyOf = ({ currency }: { currency: Currency }) => currency
