import { DataList, Group } from '@mantine/core'
import type { WebhookEventDetail } from '#server/features/webhooks/webhooks.schema.ts'
import { DateText } from '../../../components/date-text.tsx'
import { Fact } from '../../../components/fact-list.tsx'
import { IdText } from '../../../components/id-text.tsx'
import { Tag } from '../../../components/tag.tsx'
import { useSignedIn } from '../../../features/session/signed-in.ts'
import { webhookEvents } from '../../../texts/webhook-events.ts'
import { EventStatusTag } from './event-status-tag.tsx'

const texts = webhookEvents.detail

export function EventFacts({ event }: { event: WebhookEventDetail }) {
  const { timezone } = useSignedIn().merchant
  const { id, status, test, createdAt, nextAttemptAt } = event
  return (
    <DataList labelWidth="7rem" aria-label={texts.facts}>
      <Fact label={webhookEvents.status}>
        <Group gap="xs">
          <EventStatusTag status={status} />
          {test && <Tag tone="neutral">{webhookEvents.test}</Tag>}
        </Group>
      </Fact>
      <Fact label={texts.created}>
        <DateText at={createdAt} timezone={timezone} />
      </Fact>
      <Fact label={webhookEvents.nextAttempt}>
        {nextAttemptAt === null ? (
          webhookEvents.noNextAttempt
        ) : (
          <DateText at={nextAttemptAt} timezone={timezone} />
        )}
      </Fact>
      <Fact label={texts.id}>
        <IdText value={id} copyLabel={texts.copyId} />
      </Fact>
    </DataList>
  )
}
