import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { locale } from '#client/lib/language-for.ts'
import { todayIn } from '#client/lib/words/days.ts'
import { formatMoney } from '#client/lib/words/format.ts'
import { analytics } from '#client/texts/en/analytics.ts'
import type { Currency } from '#server/shared/money/money.ts'
import type { ReportSelection } from './analytics-search.ts'
import { ReportCard, ReportTable, type SeriesFormat, useRevenue } from './report-card.tsx'
import { RevenueChart } from './revenue-chart.tsx'
import { type Period, pointsOf, unitOf, valuesOf } from './series-points.ts'

const texts = analytics.revenue

export function RevenueCard({ shown }: { shown: ReportSelection }) {
  const { currency } = shown
  const { merchant } = useSignedIn()
  const navigate = useNavigate()
  const query = useRevenue(shown)
  const { data } = query
  const today = todayIn(merchant.timezone)
  const points = useMemo(() => (data ? pointsOf(data, today) : []), [data, today])
  const unit = data ? unitOf(data) : 'month'
  const searchOf = useCallback(
    ({ from, to }: Period) => ({ status: 'success' as const, currency, from, to }),
    [currency],
  )
  const format = useCallback((value: number) => revenueFigure(value, currency), [currency])
  const formatAxis = useCallback((value: number) => axisFigure(value, currency), [currency])
  const open = useCallback(
    (period: Period) => void navigate({ to: '/transactions', search: searchOf(period) }),
    [navigate, searchOf],
  )
  const seriesFormat: SeriesFormat = {
    title: texts.title,
    series: texts.series,
    format,
    searchOf,
    isBare: (value) => value === 0,
  }
  return (
    <ReportCard
      title={texts.title}
      about={texts.about(unit, currency)}
      failed={texts.failed}
      query={query}
      isEmpty={valuesOf(points).every((value) => value === 0)}
      table={<ReportTable points={points} {...seriesFormat} />}
      chart={
        <RevenueChart
          points={points}
          unit={unit}
          series={texts.series}
          format={format}
          formatAxis={formatAxis}
          onOpen={open}
        />
      }
    />
  )
}

/** Formats a chart value, which is in major units, with two decimals. */
const revenueFigure = (value: number, currency: Currency): string =>
  formatMoney(value.toFixed(2), currency)

/** Formats an axis value as "$12K", because the axis has no space for cents. */
const axisFigure = (value: number, currency: Currency): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    notation: 'compact',
    maximumFractionDigits: 2,
    minimumFractionDigits: 0,
  }).format(value)
