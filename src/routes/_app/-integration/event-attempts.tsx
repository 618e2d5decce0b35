import { Group, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { WebhookAttempt } from '#server/features/webhooks/webhooks.schema.ts'
import { DateText } from '../../../components/date-text.tsx'
import { Tag } from '../../../components/tag.tsx'
import { useSignedIn } from '../../../features/session/signed-in.ts'
import { webhookEvents } from '../../../texts/webhook-events.ts'
import classes from './integration.module.css'

const texts = webhookEvents.detail

export function EventAttempts({ attempts }: { attempts: WebhookAttempt[] }) {
  const { timezone } = useSignedIn().merchant
  if (attempts.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.noAttempts}
      </Text>
    )
  }
  return (
    <ol className={classes.attempts}>
      {attempts.map((attempt, index) => (
        <li key={`${attempt.at} ${index}`} className={classes.attempt}>
          <Group justify="space-between" gap="xs">
            <Text size="sm" fw={550}>
              {texts.attempt(index + 1)}
            </Text>
            <AnswerTag statusCode={attempt.statusCode} />
          </Group>
          <Text size="xs" c="dimmed" component="div">
            <DateText at={attempt.at} timezone={timezone} />
            {` · ${texts.took(attempt.durationMs)}`}
          </Text>
          {attempt.error && (
            <Text size="sm" className={classes.wrapped}>
              {attempt.error}
            </Text>
          )}
          {attempt.response !== null && (
            <details className={classes.answer}>
              <summary>{texts.answer}</summary>
              <pre>{attempt.response || texts.emptyAnswer}</pre>
            </details>
          )}
        </li>
      ))}
    </ol>
  )
}

function AnswerTag({ statusCode }: Pick<WebhookAttempt, 'statusCode'>) {
  const isGood = statusCode !== null && statusCode >= 200 && statusCode < 300
  const Icon = isGood ? IconCircleCheck : IconCircleX
  return (
    <Tag tone={isGood ? 'success' : 'failed'} icon={<Icon size={14} aria-hidden />}>
      {statusCode === null ? texts.noAnswer : String(statusCode)}
    </Tag>
  )
}
