import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { todayIn } from '#client/lib/words/days.ts'
import { formatPercent } from '#client/lib/words/format.ts'
import { analytics } from '#client/texts/en/analytics.ts'
import type { ReportSelection } from './analytics-search.ts'
import { ReportCard, ReportTable, type SeriesFormat, useSuccessRate } from './report-card.tsx'
import { type Period, pointsOf, unitOf, valuesOf } from './series-points.ts'
import { SuccessRateChart } from './success-rate-chart.tsx'

const texts = analytics.successRate

export function SuccessRateCard({ shown }: { shown: ReportSelection }) {
  const { currency } = shown
  const { merchant } = useSignedIn()
  const navigate = useNavigate()
  const query = useSuccessRate(shown)
  const { data } = query
  const today = todayIn(merchant.timezone)
  const points = useMemo(() => (data ? pointsOf(data, today) : []), [data, today])
  const unit = data ? unitOf(data) : 'month'
  const searchOf = useCallback(
    ({ from, to }: Period) => ({ final: true, currency, from, to }),
    [currency],
  )
  const open = useCallback(
    (period: Period) => void navigate({ to: '/transactions', search: searchOf(period) }),
    [navigate, searchOf],
  )
  const seriesFormat: SeriesFormat = {
    title: texts.title,
    series: texts.series,
    format: formatPercent,
    searchOf,
  }
  return (
    <ReportCard
      title={texts.title}
      about={texts.about(unit, currency)}
      failed={texts.failed}
      query={query}
      isEmpty={valuesOf(points).length === 0}
      table={<ReportTable points={points} {...seriesFormat} />}
      chart={
        <SuccessRateChart
          points={points}
          unit={unit}
          series={texts.series}
          format={formatPercent}
          onOpen={open}
        />
      }
    />
  )
}
