import { Anchor, Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { TransactionFilter } from '../../../features/transactions/transaction-search.ts'
import { analytics } from '../../../texts/analytics.ts'
import classes from './analytics.module.css'
import type { Period, Point } from './series-points.ts'

export type Reading = {
  title: string
  series: string
  format: (value: number) => string
  /** The rows behind the figure of a period. */
  searchOf: (period: Period) => Partial<TransactionFilter>
  /** Nothing stands behind it, so it leads nowhere. */
  isBare?: (value: number) => boolean
}

type Props = Reading & { points: Point[] }

/** The figures of a chart, the newest first; each leads to its rows. */
export function ReportTable({ points, ...reading }: Props) {
  const isCompared = points.some(({ before }) => before)
  return (
    <div className={classes.tableArea}>
      <Table
        verticalSpacing={6}
        horizontalSpacing="xs"
        aria-label={analytics.tableOf(reading.title)}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{analytics.period}</Table.Th>
            <Table.Th ta="right">{reading.series}</Table.Th>
            {isCompared && <Table.Th ta="right">{analytics.previousPeriod}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {points.toReversed().map(({ period, value, before }) => (
            <Table.Tr key={period.from}>
              <Table.Th scope="row" className={classes.period}>
                {period.name}
              </Table.Th>
              <Figure period={period} value={value} {...reading} />
              {before && <Figure {...before} {...reading} />}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

type FigureProps = Reading & { period: Period; value: number | null }

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
