import { Anchor, Button, Group, Text } from '@mantine/core'
import {
  IconBell,
  IconCheck,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconRefresh,
  IconWebhook,
  IconX,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EmptyState } from '#client/components/empty-state.tsx'
import { ListStates } from '#client/components/list/list-states.tsx'
import { Tag } from '#client/components/status-badge.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { webhookEvents as texts } from '#client/texts/en/webhook-events.ts'
import type { EventStatus } from '#server/features/webhooks/event-status.schema.ts'
import type { WebhookEvent, WebhookEventPage } from '#server/features/webhooks/webhooks.schema.ts'
import { useEndpoint } from '../use-integration.ts'
import { EventObjectLink, useEventObjects } from './event-object.tsx'
import classes from './events.module.css'

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
  /** The endpoint whose events are shown; by default the integration's own. */
  endpointId?: string | undefined
  /** Shown instead of the default text when there are no events. */
  empty?: ReactNode
}

export function EventsContent({
  query,
  label,
  endpointId,
  empty = <NoEvents endpointId={endpointId} />,
}: Props) {
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

/** Explains the empty list: no events yet, or no endpoint URL to send them to. */
function NoEvents({ endpointId }: Pick<Props, 'endpointId'>) {
  const hasNoUrl = useEndpoint(endpointId) === 'none'
  return (
    <EmptyState
      icon={<IconWebhook size={28} stroke={1.5} aria-hidden />}
      title={texts.empty}
      text={hasNoUrl ? texts.noUrl : texts.emptyHelp}
      action={
        hasNoUrl && (
          <Button
            variant="default"
            mt="xs"
            renderRoot={(props) => (
              <Link {...props} to="." search={{ tab: 'overview' }} hash="configuration" />
            )}
          >
            {texts.setUrl}
          </Button>
        )
      }
    />
  )
}

type EventRowsProps = { rows: WebhookEvent[]; label: string; isStale: boolean }

function EventRows({ rows, label, isStale }: EventRowsProps) {
  const { timezone } = useSignedIn().merchant
  const objects = useEventObjects(rows.map(({ id }) => id))
  return (
    <ul className={classes.list} aria-label={label} data-stale={isStale || undefined}>
      {rows.map(({ id, eventType, createdAt, status, test, nextAttemptAt }) => {
        const object = objects.get(id)
        return (
          <li key={id} className={classes.row}>
            <EventIcon eventType={eventType} />
            <div className={classes.words}>
              <Group gap="xs">
                <Anchor
                  className={classes.type}
                  renderRoot={(props) => (
                    <Link
                      {...props}
                      to="."
                      search={(before: object) => ({ ...before, event: id })}
                      resetScroll={false}
                    />
                  )}
                >
                  {eventType}
                </Anchor>
                {test && <Tag tone="neutral">{texts.test}</Tag>}
                {object && <EventObjectLink object={object} />}
              </Group>
              <Text size="xs" c="dimmed" component="div">
                <DateText at={createdAt} timezone={timezone} />
                {nextAttemptAt !== null && (
                  <>
                    {` · ${texts.nextAttempt} `}
                    <DateText at={nextAttemptAt} timezone={timezone} />
                  </>
                )}
              </Text>
            </div>
            <EventStatusTag status={status} />
          </li>
        )
      })}
    </ul>
  )
}

const icons = { completed: IconCheck, failed: IconX, pending: IconClock, other: IconBell }

/** Returns the kind by the words in an event type, because event types are free text. */
function kindOf(eventType: string): keyof typeof icons {
  if (eventType.includes('completed')) return 'completed'
  if (eventType.includes('failed')) return 'failed'
  return eventType.includes('pending') ? 'pending' : 'other'
}

function EventIcon({ eventType }: { eventType: string }) {
  const kind = kindOf(eventType)
  const Icon = icons[kind]
  return (
    <span className={classes.icon} data-kind={kind}>
      <Icon size={18} aria-hidden />
    </span>
  )
}

const statusStyles = {
  success: { tone: 'success', Icon: IconCircleCheck },
  retry: { tone: 'pending', Icon: IconRefresh },
  failed: { tone: 'failed', Icon: IconCircleX },
} as const

export function EventStatusTag({ status }: { status: EventStatus }) {
  const { tone, Icon } = statusStyles[status]
  return (
    <Tag tone={tone} icon={<Icon size={14} aria-hidden />}>
      {texts.statuses[status]}
    </Tag>
  )
}
