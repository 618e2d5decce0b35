import type { ReactNode } from 'react'
import type { WebhookEventPage } from '#server/features/webhooks/webhooks.schema.ts'
import { ListStates } from '../../../components/list-states.tsx'
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
  return (
    <ListStates query={query} failed={texts.loadFailed} rows={3}>
      {({ data }) =>
        data.length === 0 ? (
          empty
        ) : (
          <EventRows rows={data} label={label} isStale={query.isPlaceholderData} />
        )
      }
    </ListStates>
  )
}
