import { Anchor, Group, Text } from '@mantine/core'
import { IconBell, IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { WebhookEvent } from '#server/features/webhooks/webhooks.schema.ts'
import { DateText } from '../../../components/date-text.tsx'
import { Tag } from '../../../components/tag.tsx'
import { useSignedIn } from '../../../features/session/signed-in.ts'
import { webhookEvents as texts } from '../../../texts/webhook-events.ts'
import { EventStatusTag } from './event-status-tag.tsx'
import classes from './events.module.css'

type Props = { rows: WebhookEvent[]; label: string; isStale: boolean }

export function EventRows({ rows, label, isStale }: Props) {
  const { timezone } = useSignedIn().merchant
  return (
    <ul className={classes.list} aria-label={label} data-stale={isStale || undefined}>
      {rows.map(({ id, eventType, createdAt, status, test, nextAttemptAt }) => (
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
      ))}
    </ul>
  )
}

const icons = { completed: IconCheck, failed: IconX, pending: IconClock, other: IconBell }

/** Types are free text: what they contain decides. */
function kindOf(eventType: string): keyof typeof icons {
  if (eventType.includes('completed')) return 'completed'
  if (eventType.includes('failed')) return 'failed'
  return eventType.includes('pending') ? 'pending' : 'other'
}

export function EventIcon({ eventType }: { eventType: string }) {
  const kind = kindOf(eventType)
  const Icon = icons[kind]
  return (
    <span className={classes.icon} data-kind={kind}>
      <Icon size={18} aria-hidden />
    </span>
  )
}
