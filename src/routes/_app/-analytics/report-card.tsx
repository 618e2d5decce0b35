import { Anchor, Button, Table } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import {
  ChartCard,
  type ChartCardProps,
  type ChartQuery,
} from '#client/components/figures/chart-card.tsx'
import type { TransactionFilter } from '#client/features/transactions/transaction-search.ts'
import { noSeries, nullAs } from '#client/lib/visitor.ts'
import { analytics } from '#client/texts/en/analytics.ts'
import { trpc } from '#client/trpc.ts'
import type { Currency } from '#server/shared/money/money.ts'
import classes from './analytics.module.css'
import { type ReportSelection, rateInput, revenueInput } from './analytics-search.ts'
import type { Period, Point } from './series-points.ts'

type Props = Pick<ChartCardProps, 'title' | 'about' | 'failed' | 'isEmpty'> & {
  query: ChartQuery & { isPlaceholderData: boolean }
  chart: ReactNode
  table: ReactNode
}

/** A chart that can also be shown as a table. */
export function ReportCard({ chart, table, ...card }: Props) {
  const { title, query, isEmpty } = card
  const [asTable, setAsTable] = useState(false)
  const hasFigures = Boolean(query.data) && !isEmpty
  return (
    <ChartCard
      {...card}
      action={
        hasFigures && (
          <Button
            variant={asTable ? 'light' : 'default'}
            size="compact-sm"
            flex="none"
            aria-pressed={asTable}
            aria-label={analytics.tableOf(title)}
            leftSection={<IconTable size={16} aria-hidden />}
            onClick={() => setAsTable((before) => !before)}
          >
            {analytics.table}
          </Button>
        )
      }
    >
      <div className={classes.body} data-stale={query.isPlaceholderData || undefined}>
        {asTable ? (
          table
        ) : (
          <div role="img" aria-label={analytics.chartOf(title)}>
            {chart}
          </div>
        )}
      </div>
    </ChartCard>
  )
}

export type SeriesFormat = {
  title: string
  series: string
  format: (value: number) => string
  /** Returns the filter for the rows of a period's figure. */
  searchOf: (period: Period) => Partial<TransactionFilter>
  /** Returns true for a figure without rows, which has no link. */
  isBare?: (value: number) => boolean
}

type ReportTableProps = SeriesFormat & { points: Point[] }

/** The figures of a chart, newest first; each links to its rows. */
export function ReportTable({ points, ...seriesFormat }: ReportTableProps) {
  const isCompared = points.some(({ before }) => before)
  return (
    <div className={classes.tableArea}>
      <Table
        verticalSpacing={6}
        horizontalSpacing="xs"
        aria-label={analytics.tableOf(seriesFormat.title)}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{analytics.period}</Table.Th>
            <Table.Th ta="right">{seriesFormat.series}</Table.Th>
            {isCompared && <Table.Th ta="right">{analytics.previousPeriod}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {points.toReversed().map(({ period, value, isOpen, before }) => (
            <Table.Tr key={period.from}>
              <Table.Th scope="row" className={classes.period}>
                {period.name}
                {isOpen && <span className={classes.open}>{analytics.unfinished}</span>}
              </Table.Th>
              <Figure period={period} value={value} {...seriesFormat} />
              {before && <Figure {...before} {...seriesFormat} />}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

type FigureProps = SeriesFormat & { period: Period; value: number | null }

function Figure({ period, value, format, searchOf, isBare }: FigureProps) {
  return (
    <Table.Td ta="right">
      {value === null ? (
        <span aria-label={analytics.nothingFinal} role="img">
          –
        </span>
      ) : isBare?.(value) ? (
        format(value)
      ) : (
        <Anchor
          size="sm"
          aria-label={analytics.open(format(value), period.name)}
          title={period.name}
          renderRoot={(props) => <Link {...props} to="/transactions" search={searchOf(period)} />}
        >
          {format(value)}
        </Anchor>
      )}
    </Table.Td>
  )
}

/** Keeps the previous figures until the new ones arrive, but only for the same currency. */
export const keepWithin =
  (currency: Currency | undefined) =>
  <T,>(before: T | undefined, query: { queryKey: readonly unknown[] } | undefined) => {
    const [, options] = query?.queryKey ?? []
    const previousOptions = options as { input?: { currency?: Currency } } | undefined
    return previousOptions?.input?.currency === currency ? before : undefined
  }

/** Stable identity while the data is unchanged, so that derived values stay memoized. */
const seriesOrNone = nullAs(noSeries)

export const useRevenue = (shown: ReportSelection) =>
  trpc.analytics.revenue.useQuery(revenueInput(shown), {
    enabled: shown.range !== undefined,
    placeholderData: keepWithin(shown.chosen),
    select: seriesOrNone,
  })

export const useSuccessRate = (shown: ReportSelection) =>
  trpc.analytics.successRate.useQuery(rateInput(shown), {
    enabled: shown.range !== undefined,
    placeholderData: keepWithin(shown.chosen),
    select: seriesOrNone,
  })
