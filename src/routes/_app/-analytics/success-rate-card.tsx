import { useNavigate } from '@tanstack/react-router'
import { lazy } from 'react'
import type { Currency } from '#server/shared/money.ts'
import { formatPercent } from '../../../lib/format.ts'
import { analytics } from '../../../texts/analytics.ts'
import type { AnalyticsSearch } from './analytics-search.ts'
import { ReportCard } from './report-card.tsx'
import { type Reading, ReportTable } from './report-table.tsx'
import { pointsOf, unitOf, valuesOf } from './series-points.ts'
import { useSuccessRate } from './use-report.ts'

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
