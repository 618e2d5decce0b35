import { Button } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { ChartCard, type ChartCardProps, type ChartQuery } from '../../../components/chart-card.tsx'
import { analytics } from '../../../texts/analytics.ts'
import classes from './analytics.module.css'

type Props = Pick<ChartCardProps, 'title' | 'about' | 'failed' | 'isEmpty'> & {
  query: ChartQuery & { isPlaceholderData: boolean }
  chart: ReactNode
  table: ReactNode
}

/** A chart that can also be read as a table. */
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
