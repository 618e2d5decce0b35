import { Paper, Skeleton, Text, Title } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { ErrorState } from '../../../components/error-state.tsx'
import { CHART_HEIGHT } from '../../../theme.ts'
import { dashboard } from '../../../texts/dashboard.ts'
import classes from './dashboard.module.css'

type Query = { data: unknown; error: unknown; refetch: () => unknown; isFetching: boolean }

type Props = {
  texts: { title: string; about: string; failed: string }
  query: Query
  isEmpty: boolean
  children: ReactNode
}

/** A chart's frame: it keeps its height in every state. */
export function ChartCard({ texts, query, isEmpty, children }: Props) {
  const skeleton = <Skeleton height={CHART_HEIGHT} />
  return (
    <Paper p="md" component="section" aria-label={texts.title}>
      <Title order={2}>{texts.title}</Title>
      <Text size="xs" c="dimmed" mb="md">
        {texts.about}
      </Text>
      {query.error && !query.data ? (
        <ErrorState
          title={texts.failed}
          error={query.error}
          onRetry={() => query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : !query.data ? (
        skeleton
      ) : isEmpty ? (
        <div className={classes.chartArea}>
          <Text c="dimmed" size="sm">
            {dashboard.noData}
          </Text>
        </div>
      ) : (
        <Suspense fallback={skeleton}>{children}</Suspense>
      )}
    </Paper>
  )
}
