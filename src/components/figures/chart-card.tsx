import { Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useNear } from '#client/lib/hooks/use-near.ts'
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

/** A chart's frame, which keeps its height in every state. Figures are drawn before charts. */
export function ChartCard(props: ChartCardProps) {
  const { title, about, action, query, isEmpty } = props
  const frame = useRef<HTMLElement>(null)
  const hasChart = Boolean(query.data) && !isEmpty
  const isDrawn = useNear(frame, hasChart)
  return (
    <Paper
      p="md"
      component="section"
      ref={frame}
      aria-label={title}
      aria-busy={isBusy(query) || (hasChart && !isDrawn)}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="md">
        <div>
          <Title order={2}>{title}</Title>
          <Text size="xs" c="dimmed">
            {about}
          </Text>
        </div>
        {action}
      </Group>
      <Body {...props} isDrawn={isDrawn} />
    </Paper>
  )
}

/** Returns true while the chart is loading, also before its query can start. */
const isBusy = ({ data, error, isFetching }: ChartQuery) => isFetching || (!data && !error)

type BodyProps = ChartCardProps & { isDrawn: boolean }

function Body({ failed, query, isEmpty, isDrawn, children }: BodyProps) {
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
  if (!query.data) return <Skeleton height={CHART_HEIGHT} />
  if (isEmpty) {
    return (
      <div className={classes.empty}>
        <Text c="dimmed" size="sm">
          {common.noData}
        </Text>
      </div>
    )
  }
  return isDrawn ? children : <Skeleton height={CHART_HEIGHT} />
}
