import { useNavigate } from '@tanstack/react-router'
import { lazy } from 'react'
import { formatMoney } from '#client/lib/format.ts'
import { locale } from '#client/lib/spoken.ts'
import { analytics } from '#client/texts/analytics.ts'
import type { Currency } from '#server/shared/money.ts'
import type { AnalyticsSearch } from './analytics-search.ts'
import { type Reading, ReportCard, ReportTable, useRevenue } from './report-card.tsx'
import { pointsOf, unitOf, valuesOf } from './series-points.ts'

const RevenueChart = lazy(() =>
  import('./revenue-chart.tsx').then((module) => ({ default: module.RevenueChart })),
)

const texts = analytics.revenue

type Props = { search: AnalyticsSearch; currency: Currency }

export function RevenueCard({ search, currency }: Props) {
  const navigate = useNavigate()
  const query = useRevenue(search)
  const points = query.data ? pointsOf(query.data) : []
  const reading: Reading = {
    title: texts.title,
    series: texts.series,
    format: (value) => revenueFigure(value, currency),
    searchOf: ({ from, to }) => ({ status: 'success', currency, from, to }),
    isBare: (value) => value === 0,
  }
  return (
    <ReportCard
      title={texts.title}
      about={texts.about(query.data ? unitOf(query.data) : 'month', currency)}
      failed={texts.failed}
      query={query}
      isEmpty={valuesOf(points).every((value) => value === 0)}
      table={<ReportTable points={points} {...reading} />}
      chart={
        <RevenueChart
          points={points}
          series={texts.series}
          format={reading.format}
          formatAxis={(value) => axisFigure(value, currency)}
          onOpen={(period) =>
            void navigate({ to: '/transactions', search: reading.searchOf(period) })
          }
        />
      }
    />
  )
}

/** Sums come in major units; two places bring the cents back. */
const revenueFigure = (value: number, currency: Currency): string =>
  formatMoney(value.toFixed(2), currency)

/** "$12K": the axis has no room for cents. */
const axisFigure = (value: number, currency: Currency): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    notation: 'compact',
    maximumFractionDigits: 2,
    minimumFractionDigits: 0,
  }).format(value)
