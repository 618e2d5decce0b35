import { Grid, Paper, Skeleton, Stack } from '@mantine/core'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { integration as texts } from '../../../texts/integration.ts'
import { trpc } from '../../../trpc.ts'
import { ConfigurationCard } from './configuration-card.tsx'
import { EndpointsCard } from './endpoints-card.tsx'
import { RecentEvents } from './recent-events.tsx'
import { StatusCard } from './status-card.tsx'
import { ownRecord } from './use-integration.ts'

export function OverviewTab() {
  return (
    <Stack gap="md">
      <Record />
      <EndpointsCard />
      <RecentEvents />
    </Stack>
  )
}

function Record() {
  const { data, error, refetch, isFetching } = trpc.integrations.list.useQuery()
  if (error && !data) {
    return (
      <Paper>
        <ErrorState
          title={texts.loadFailed}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </Paper>
    )
  }
  if (data === undefined) return <RecordSkeleton />
  const record = ownRecord(data ?? [])
  if (!record) {
    return (
      <Paper>
        <EmptyState title={texts.missingTitle} text={texts.missing} />
      </Paper>
    )
  }
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 5 }}>
        <StatusCard integration={record} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <ConfigurationCard integration={record} />
      </Grid.Col>
    </Grid>
  )
}

function RecordSkeleton() {
  return (
    <Grid gap="md" aria-busy>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Skeleton height="12rem" radius="lg" />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Skeleton height="26rem" radius="lg" />
      </Grid.Col>
    </Grid>
  )
}
