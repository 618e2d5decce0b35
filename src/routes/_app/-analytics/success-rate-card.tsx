import { useNavigate } from '@tanstack/react-router'
import { lazy } from 'react'
import { formatPercent } from '#client/lib/format.ts'
import { analytics } from '#client/texts/analytics.ts'
import type { Currency } from '#server/shared/money.ts'
import type { AnalyticsSearch } from './analytics-search.ts'
import { type Reading, ReportCard, ReportTable, useSuccessRate } from './report-card.tsx'
import { pointsOf, unitOf, valuesOf } from './series-points.ts'

const SuccessRateChart = lazy(() =>
  import('./success-rate-chart.tsx').then((module) => ({ default: module.SuccessRateChart })),
)

const texts = analytics.successRate

type Props = { search: AnalyticsSearch; currency: Currency }

export function SuccessRateCard({ search, currency }: Props) {
  const navigate = useNavigate()
  const query = useSuccessRate(search)
  const points = query.data ? pointsOf(query.data) : []
  const reading: Reading = {
    title: texts.title,
    series: texts.series,
    format: formatPercent,
    searchOf: ({ from, to }) => ({ final: true, currency, from, to }),
  }
  return (
    <ReportCard
      title={texts.title}
      about={texts.about(query.data ? unitOf(query.data) : 'month', currency)}
      failed={texts.failed}
      query={query}
      isEmpty={valuesOf(points).length === 0}
      table={<ReportTable points={points} {...reading} />}
      chart={
        <SuccessRateChart
          points={points}
          series={texts.series}
          format={formatPercent}
          onOpen={(period) =>
            void navigate({ to: '/transactions', search: reading.searchOf(period) })
          }
        />
      }
    />
  )
}
