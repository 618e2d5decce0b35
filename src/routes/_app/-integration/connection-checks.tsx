import { Group, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleMinus, IconCircleX } from '@tabler/icons-react'
import type { ConnectionCheck } from '#server/features/integrations/integrations.schema.ts'
import { Tag } from '../../../components/tag.tsx'
import { integration } from '../../../texts/integration.ts'
import classes from './integration.module.css'

const texts = integration.status

const looks = {
  ok: { tone: 'success', Icon: IconCircleCheck },
  failed: { tone: 'failed', Icon: IconCircleX },
  skipped: { tone: 'neutral', Icon: IconCircleMinus },
} as const

type Props = { checks: ConnectionCheck[] }

export function ConnectionChecks({ checks }: Props) {
  return (
    <ul className={classes.checks} aria-label={texts.checks}>
      {checks.map(({ name, status, durationMs, message, fix }) => {
        const { tone, Icon } = looks[status]
        return (
          <li key={name} className={classes.check}>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Text size="sm" fw={550}>
                {texts.checkNames[name]}
              </Text>
              <Group gap="xs" wrap="nowrap">
                <Text size="xs" c="dimmed">
                  {texts.took(durationMs)}
                </Text>
                <Tag tone={tone} icon={<Icon size={14} aria-hidden />}>
                  {texts.checkStatuses[status]}
                </Tag>
              </Group>
            </Group>
            <Text size="sm" c="dimmed" className={classes.wrapped}>
              {message}
            </Text>
            {fix && (
              <Text size="sm" className={classes.wrapped}>
                {fix}
              </Text>
            )}
          </li>
        )
      })}
    </ul>
  )
}
