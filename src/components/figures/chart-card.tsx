import { Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { common } from '#client/texts/en/common.ts'
import { CHART_HEIGHT } from '#client/theme.ts'
import { ErrorState } from '../error-state.tsx'
import classes from './card.module.css'

export type ChartQuery = {
  data: unknown
  error: unknown
  refetch: () => unknown
  isFetching: boolean
}

export type ChartCardProps = {
  title: string
  about: string
  failed: string
  query: ChartQuery
  isEmpty: boolean
  /** A control next to the title. */
  action?: ReactNode
  children: ReactNode
}

/** A chart's frame, which keeps its height in every state. */
export function ChartCard(props: ChartCardProps) {
  const { title, about, action } = props
  return (
    <Paper p="md" component="section" aria-label={title} aria-busy={isBusy(props.query)}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="md">
        <div>
          <Title order={2}>{title}</Title>
          <Text size="xs" c="dimmed">
            {about}
          </Text>
        </div>
        {action}
      </Group>
      <Body {...props} />
    </Paper>
  )
}

/** Returns true while the chart is loading, also before its query can start. */
const isBusy = ({ data, error, isFetching }: ChartQuery) => isFetching || (!data && !error)

function Body({ failed, query, isEmpty, children }: ChartCardProps) {
  const skeleton = <Skeleton height={CHART_HEIGHT} />
  if (query.error && !query.data) {
    return (
      <ErrorState
        title={failed}
        error={query.error}
        onRetry={() => query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  }
  if (!query.data) return skeleton
  if (isEmpty) {
    return (
      <div className={classes.empty}>
        <Text c="dimmed" size="sm">
          {common.noData}
        </Text>
      </div>
    )
  }
  return <Suspense fallback={skeleton}>{children}</Suspense>
}
