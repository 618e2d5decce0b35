import { Paper, Text, Timeline, Title } from '@mantine/core'
import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import type { TransactionEvent } from '#server/features/transactions/transactions.schema.ts'
import { DateText } from '../../../../components/date-text.tsx'
import { useSignedIn } from '../../../../features/session/signed-in.ts'
import { failureWords } from '../../../../features/transactions/failure-words.ts'
import { transactions } from '../../../../texts/transactions.ts'

const icons = { success: IconCheck, pending: IconClock, failed: IconX }

const colors = { success: 'green.8', pending: 'yellow.9', failed: 'red.8' }

type Props = { events: TransactionEvent[] }

export function TransactionTimeline({ events }: Props) {
  const { timezone } = useSignedIn().merchant
  const title = transactions.detail.timeline
  return (
    <Paper p={{ base: 'md', sm: 'lg' }} component="section" aria-label={title}>
      <Title order={2} mb="md">
        {title}
      </Title>
      <Timeline active={events.length} bulletSize={26} lineWidth={2}>
        {events.map((event) => {
          const Icon = icons[event.status]
          return (
            <Timeline.Item
              key={`${event.at} ${event.type} ${event.status}`}
              bullet={<Icon size={14} aria-hidden />}
              color={colors[event.status]}
              title={titleOf(event)}
            >
              {event.status === 'failed' && (
                <Text size="sm">{failureWords(event.reason).meaning}</Text>
              )}
              <Text size="xs" c="dimmed" component="div">
                <DateText at={event.at} timezone={timezone} />
                {`, ${actorOf(event)}`}
              </Text>
            </Timeline.Item>
          )
        })}
      </Timeline>
    </Paper>
  )
}

function titleOf({ type, status }: TransactionEvent): string {
  const { createdAs, changedTo } = transactions.events
  return type === 'created' ? createdAs[status] : changedTo[status]
}

function actorOf({ actor }: TransactionEvent): string {
  const { person, integration, processor } = transactions.actors
  if (actor.startsWith('user')) return person
  return actor.startsWith('key') || actor.startsWith('api') ? integration : processor
}
