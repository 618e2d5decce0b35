import { NativeSelect, SegmentedControl, SimpleGrid, Switch } from '@mantine/core'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { Page } from '#client/components/page.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { noStats, nullAs } from '#client/lib/visitor.ts'
import { analytics } from '#client/texts/analytics.ts'
import { shell } from '#client/texts/shell.ts'
import { queries, trpc } from '#client/trpc.ts'
import { Range, ranges } from '#server/features/analytics/analytics.schema.ts'
import { Currency, currencies } from '#server/shared/money.ts'
import classes from './-analytics/analytics.module.css'
import { AnalyticsSearch, analyticsDefaults, seriesInput } from './-analytics/analytics-search.ts'
import { RevenueCard } from './-analytics/revenue-card.tsx'
import { SuccessRateCard } from './-analytics/success-rate-card.tsx'
import { SummaryCards } from './-analytics/summary-cards.tsx'
import { TopPeriods } from './-analytics/top-periods.tsx'

export const Route = createFileRoute('/_app/analytics')({
  validateSearch: AnalyticsSearch,
  search: { middlewares: [stripSearchParams(analyticsDefaults)] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    void queries.analytics.revenue.prefetch(seriesInput(deps))
    void queries.analytics.successRate.prefetch(seriesInput(deps))
    void queries.analytics.summary.prefetch({ currency: deps.currency })
    void queries.dashboard.stats.prefetch()
  },
  component: AnalyticsRoute,
})

function AnalyticsRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <AnalyticsPage
      search={search}
      onChange={(changed) =>
        void navigate({ search: (before) => ({ ...before, ...changed }), resetScroll: false })
      }
    />
  )
}

type Props = { search: AnalyticsSearch; onChange: (changed: Partial<AnalyticsSearch>) => void }

function AnalyticsPage({ search, onChange }: Props) {
  const { merchant } = useSignedIn()
  const currency = search.currency ?? merchant.currency
  return (
    <Page title={shell.pages.analytics}>
      <Controls search={search} currency={currency} onChange={onChange} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <RevenueCard search={search} currency={currency} />
        <SuccessRateCard search={search} currency={currency} />
      </SimpleGrid>
      <SummaryCards chosen={search.currency} currency={currency} />
      <TopPeriods chosen={search.currency} currency={currency} />
    </Page>
  )
}

type ControlsProps = {
  search: AnalyticsSearch
  currency: Currency
  onChange: (changed: Partial<AnalyticsSearch>) => void
}

const rangeOptions = ranges.map((value) => ({ value, label: analytics.ranges[value] }))

function Controls({ search, currency, onChange }: ControlsProps) {
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
