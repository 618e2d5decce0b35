import { NativeSelect, SegmentedControl, SimpleGrid, Switch } from '@mantine/core'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { memo, startTransition, useDeferredValue, useMemo, useState } from 'react'
import { Page } from '#client/components/page.tsx'
import { NetBreakdown } from '#client/features/refunds/net-breakdown.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { noFirstDay, noStats, nullAs } from '#client/lib/visitor.ts'
import { todayIn } from '#client/lib/words/days.ts'
import { analytics } from '#client/texts/en/analytics.ts'
import { shell } from '#client/texts/en/shell.ts'
import { queries, trpc } from '#client/trpc.ts'
import { Range, ranges } from '#server/features/analytics/range.schema.ts'
import { sortCurrencies } from '#server/shared/money/currencies.ts'
import { Currency } from '#server/shared/money/money.ts'
import classes from './-analytics/analytics.module.css'
import {
  AnalyticsSearch,
  analyticsDefaults,
  type ReportSelection,
  rangeSince,
  rateInput,
  revenueInput,
  summaryInput,
} from './-analytics/analytics-search.ts'
import { CostsCard } from './-analytics/costs-card.tsx'
import { RevenueCard } from './-analytics/revenue-card.tsx'
import { daysOf } from './-analytics/series-points.ts'
import { SuccessRateCard } from './-analytics/success-rate-card.tsx'
import { SummaryCards } from './-analytics/summary-cards.tsx'
import { TakingsCard } from './-analytics/takings-card.tsx'
import { TopPeriods } from './-analytics/top-periods.tsx'

export const Route = createFileRoute('/_app/analytics')({
  validateSearch: AnalyticsSearch,
  search: { middlewares: [stripSearchParams(analyticsDefaults)] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { range, compare, currency: chosen } }) => {
    void queries.dashboard.stats.prefetch()
    if (!range) return void queries.analytics.firstDay.prefetch()
    const selection = { range, compare, chosen }
    void queries.analytics.revenue.prefetch(revenueInput(selection))
    void queries.analytics.successRate.prefetch(rateInput(selection))
    void queries.analytics.summary.prefetch(summaryInput(selection))
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
        startTransition(() => {
          void navigate({ search: (before) => ({ ...before, ...changed }), resetScroll: false })
        })
      }
    />
  )
}

type Props = { search: AnalyticsSearch; onChange: (changed: Partial<AnalyticsSearch>) => void }

function AnalyticsPage({ search, onChange }: Props) {
  const shown = useReportSelection(search)
  return (
    <Page title={shell.pages.analytics}>
      <Controls search={search} shown={shown} onChange={onChange} />
      <Reports shown={useDeferredValue(shown)} />
    </Page>
  )
}

/** Memoized, because rendering charts is slow and would delay the response to a click. */
const Reports = memo(function Reports({ shown }: { shown: ReportSelection }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <RevenueCard shown={shown} />
        <SuccessRateCard shown={shown} />
      </SimpleGrid>
      <SummaryCards shown={shown} />
      <Net shown={shown} />
      <CostsCard shown={shown} />
      <TakingsCard shown={shown} />
      <TopPeriods shown={shown} />
    </>
  )
})

/** The net breakdown for the selected range and currency. */
function Net({ shown: { range, currency } }: { shown: ReportSelection }) {
  const { timezone } = useSignedIn().merchant
  return range && <NetBreakdown of={daysOf(range, todayIn(timezone))} currency={currency} />
}

const firstDayOrNone = nullAs(noFirstDay)

/**
 * Returns the selection to show. Without a range in the URL, chooses the shortest range that contains all
 * payments.
 */
function useReportSelection({
  range: rangeInUrl,
  compare,
  currency: chosen,
}: AnalyticsSearch): ReportSelection {
  const { merchant } = useSignedIn()
  const { data, isError } = trpc.analytics.firstDay.useQuery(undefined, {
    enabled: rangeInUrl === undefined,
    select: firstDayOrNone,
  })
  const today = todayIn(merchant.timezone)
  const fitting = data ? rangeSince(data.day, today) : isError ? '12m' : undefined
  const range = rangeInUrl ?? fitting
  const currency = chosen ?? merchant.currency
  return useMemo(() => ({ range, compare, chosen, currency }), [range, compare, chosen, currency])
}

type ControlsProps = {
  search: AnalyticsSearch
  shown: ReportSelection
  onChange: (changed: Partial<AnalyticsSearch>) => void
}

const rangeOptions = ranges.map((value) => ({ value, label: analytics.ranges[value] }))

function Controls({ search, shown, onChange }: ControlsProps) {
  const [{ range, compare, currency }, choose] = useSelection(search, shown, onChange)
  const choices = useCurrencies(shown.currency)
  return (
    <section className={classes.controls} aria-label={analytics.controls}>
      <SegmentedControl
        aria-label={analytics.range}
        data={rangeOptions}
        value={range ?? ''}
        onChange={(value) => choose({ range: Range.safeParse(value).data })}
      />
      <Switch
        label={analytics.compare}
        checked={compare}
        onChange={({ currentTarget }) => choose({ compare: currentTarget.checked })}
      />
      {choices.length > 1 && (
        <NativeSelect
          aria-label={analytics.currency}
          className={classes.currency}
          data={choices}
          value={currency}
          onChange={({ currentTarget: { value } }) =>
            choose({ currency: Currency.safeParse(value).data })
          }
        />
      )}
    </section>
  )
}

type Choice = Pick<ReportSelection, 'range' | 'compare' | 'currency'>

/** Returns the latest choice at once; the URL and the reports follow later. */
function useSelection(
  search: AnalyticsSearch,
  shown: ReportSelection,
  onChange: (changed: Partial<AnalyticsSearch>) => void,
): [Choice, (changed: Partial<Choice>) => void] {
  const [selection, setSelection] = useState<{ on: AnalyticsSearch; changed: Partial<Choice> }>()
  const latestChange = selection?.on === search ? selection.changed : undefined
  const choose = (changed: Partial<Choice>) => {
    setSelection({ on: search, changed: { ...latestChange, ...changed } })
    onChange(changed)
  }
  return [{ ...shown, ...latestChange }, choose]
}

/** Returns the currencies with payments, the reporting currency and the selected one, in the usual order. */
function useCurrencies(shown: Currency): Currency[] {
  const { merchant } = useSignedIn()
  const { data } = trpc.dashboard.stats.useQuery(undefined, { select: nullAs(noStats) })
  return sortCurrencies([merchant.currency, shown, ...(data?.byCurrency ?? []).map(currencyOf)])
}

const currencyOf = ({ currency }: { currency: Currency }) => currency
