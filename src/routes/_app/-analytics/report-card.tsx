import { Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { ErrorState } from '../../../components/error-state.tsx'
import { analytics } from '../../../texts/analytics.ts'
import { CHART_HEIGHT } from '../../../theme.ts'
import classes from './analytics.module.css'

type Query = {
  data: unknown
  error: unknown
  refetch: () => unknown
  isFetching: boolean
  isPlaceholderData: boolean
}

type Props = {
  title: string
  about: string
  failed: string
  query: Query
  isEmpty: boolean
  chart: ReactNode
  table: ReactNode
}

/** A chart that can also be read as a table. It keeps its height in every state. */
export function ReportCard({ title, about, failed, query, isEmpty, chart, table }: Props) {
  const [asTable, setAsTable] = useState(false)
  const skeleton = <Skeleton height={CHART_HEIGHT} />
  const hasFigures = Boolean(query.data) && !isEmpty
  return (
    <Paper p="md" component="section" aria-label={title} aria-busy={query.isFetching}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="md">
        <div>
          <Title order={2}>{title}</Title>
          <Text size="xs" c="dimmed">
            {about}
          </Text>
        </div>
        {hasFigures && (
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
        )}
      </Group>
      {query.error && !query.data ? (
        <ErrorState
          title={failed}
          error={query.error}
          onRetry={() => query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : !query.data ? (
        skeleton
      ) : isEmpty ? (
        <div className={classes.centre}>
          <Text c="dimmed" size="sm">
            {analytics.noData}
          </Text>
        </div>
      ) : (
        <div className={classes.body} data-stale={query.isPlaceholderData || undefined}>
          {asTable ? (
            table
          ) : (
            <div role="img" aria-label={analytics.chartOf(title)}>
              <Suspense fallback={skeleton}>{chart}</Suspense>
            </div>
          )}
        </div>
      )}
    </Paper>
  )
}
