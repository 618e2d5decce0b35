import { Paper, Text, Timeline, Title } from '@mantine/core'
import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { DateText } from '#client/components/date-text.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { failureWords } from '#client/features/transactions/failure-words.ts'
import { formatElapsed } from '#client/lib/format.ts'
import { transactions } from '#client/texts/transactions.ts'
import type { TransactionEvent } from '#server/features/transactions/transactions.schema.ts'

const icons = { success: IconCheck, pending: IconClock, failed: IconX }

const colors = {
  success: 'var(--tone-success)',
  pending: 'var(--tone-pending)',
  failed: 'var(--tone-failed)',
}

type Props = { events: TransactionEvent[] }

export function TransactionTimeline({ events }: Props) {
  const { user, merchant } = useSignedIn()
  const title = transactions.detail.timeline
  return (
    <Paper p={{ base: 'md', sm: 'lg' }} component="section" aria-label={title}>
      <Title order={2} mb="md">
        {title}
      </Title>
      <Timeline active={events.length} bulletSize={26} lineWidth={2}>
        {events.map((event, index) => {
          const before = events[index - 1]
          const Icon = icons[event.status]
          return (
            <Timeline.Item
              key={`${event.at} ${event.type} ${event.status}`}
              bullet={<Icon size={14} aria-hidden />}
              color={colors[event.status]}
              title={titleOf(event)}
            >
              <Reason event={event} />
              <Text size="xs" c="dimmed" component="div">
                <DateText at={event.at} timezone={merchant.timezone} isBrief />
                {before && `, ${elapsed(before, event)}`}
                {`, ${actorOf(event, user?.id)}`}
              </Text>
            </Timeline.Item>
          )
        })}
      </Timeline>
    </Paper>
  )
}

/** Several may happen within the minute that a date tells. */
function elapsed(before: TransactionEvent, event: TransactionEvent): string {
  const ms = Date.parse(event.at) - Date.parse(before.at)
  return ms < 1000 ? transactions.atOnce : transactions.after(formatElapsed(ms))
}

function titleOf({ type, status }: TransactionEvent): string {
  const { createdAs, changedTo } = transactions.events
  return type === 'created' ? createdAs[status] : changedTo[status]
}

function Reason({ event }: { event: TransactionEvent }) {
  if (event.status !== 'failed' && !event.reason) return null
  const words =
    event.status === 'failed'
      ? failureWords(event.reason).meaning
      : transactions.note(event.reason ?? '')
  return <Text size="sm">{words}</Text>
}

/** Who did it: `user:` and an id, `key:`, `processor:` or `system:`. */
function actorOf({ actor }: TransactionEvent, userId: string | undefined): string {
  const { you, person, integration, processor, system } = transactions.actors
  if (userId !== undefined && actor === `user:${userId}`) return you
  if (actor.startsWith('user:')) return person
  if (actor.startsWith('key:')) return integration
  return actor.startsWith('processor:') ? processor : system
}
