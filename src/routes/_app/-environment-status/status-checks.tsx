import { Alert, Paper, SimpleGrid, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import {
  CheckStatus,
  checkNames,
  type EnvironmentStatus,
} from '#server/features/environment/environment.schema.ts'
import { ErrorState } from '../../../components/error-state.tsx'
import { environmentStatus } from '../../../texts/environment-status.ts'
import { CheckCard } from './check-card.tsx'
import { knownCheck } from './known-check.ts'

export type StatusQuery = {
  /** Null or undefined when nobody is signed in or nothing was asked yet. */
  data: EnvironmentStatus | null | undefined
  error: unknown
  refetch: () => unknown
  isFetching: boolean
}

/** The four cards in every state that their query can be in. */
export function StatusChecks({ query }: { query: StatusQuery }) {
  const { data, error, isFetching, refetch } = query
  if (error && !data) {
    return (
      <Paper>
        <ErrorState
          title={environmentStatus.failed}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </Paper>
    )
  }
  const isFirst = isFetching && !data
  return (
    <Stack component="section" gap="md" aria-label={environmentStatus.checks} aria-busy={isFirst}>
      {error && !isFetching ? (
        <Alert role="alert" color="red" variant="light" icon={<IconAlertTriangle aria-hidden />}>
          {environmentStatus.notRefreshed}
        </Alert>
      ) : null}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        {isFirst
          ? checkNames.map((name) => <CheckSkeleton key={name} />)
          : checkNames.map((name) => (
              <CheckCard key={name} name={name} check={knownCheck(data?.[name])} />
            ))}
      </SimpleGrid>
      <VisuallyHidden role="status">
        {isFetching ? environmentStatus.running : data ? outcomeOf(data) : ''}
      </VisuallyHidden>
    </Stack>
  )
}

function outcomeOf(status: EnvironmentStatus): string {
  const found = checkNames.map((name) => knownCheck(status[name]).status)
  const parts = CheckStatus.options.flatMap((each) => {
    const count = found.filter((other) => other === each).length
    return count === 0 ? [] : [environmentStatus.count(count, each)]
  })
  return environmentStatus.ran(parts.join(', '))
}

function CheckSkeleton() {
  return (
    <Paper p="md">
      <Skeleton height="1.25rem" width="40%" mb="xs" />
      <Skeleton height="0.875rem" width="85%" mb="xs" />
      <Skeleton height="5rem" />
    </Paper>
  )
}
