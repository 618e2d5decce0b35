import { Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { WebhookEventPage } from '#server/features/webhooks/webhooks.schema.ts'
import { ErrorState } from '../../../components/error-state.tsx'
import { webhookEvents as texts } from '../../../texts/webhook-events.ts'
import { EventRows } from './event-rows.tsx'
import { NoEvents } from './no-events.tsx'

type Query = {
  data: WebhookEventPage | undefined
  error: unknown
  refetch: () => unknown
  isFetching: boolean
  isPlaceholderData: boolean
}

type Props = {
  query: Query
  label: string
  /** In place of the usual words when there are none. */
  empty?: ReactNode
}

export function EventsContent({ query, label, empty = <NoEvents /> }: Props) {
  const { data, error, refetch, isFetching, isPlaceholderData } = query
  if (error && !data) {
    return (
      <ErrorState
        title={texts.loadFailed}
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  if (!data) {
    return (
      <Stack gap="sm" aria-busy>
        {[1, 2, 3].map((place) => (
          <Skeleton key={place} height="2.5rem" />
        ))}
      </Stack>
    )
  }
  if (data.data.length === 0) return empty
  return <EventRows rows={data.data} label={label} isStale={isPlaceholderData} />
}
