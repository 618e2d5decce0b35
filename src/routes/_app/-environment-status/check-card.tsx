import { DataList, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type {
  CheckName,
  EnvironmentCheck,
} from '#server/features/environment/environment.schema.ts'
import { MarkedText } from '../../../features/guides/marked-text.tsx'
import { environmentStatus } from '../../../texts/environment-status.ts'
import { CheckBadge } from './check-badge.tsx'
import classes from './environment-status.module.css'

type Props = { name: CheckName; check: EnvironmentCheck }

export function CheckCard({ name, check }: Props) {
  const { status, message, details, fix } = check
  const title = environmentStatus.names[name]
  return (
    <Paper component="article" p="md" aria-label={title} className={classes.card}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs" align="flex-start">
          <div>
            <Title order={3}>{title}</Title>
            <Text size="xs" c="dimmed">
              {environmentStatus.about[name]}
            </Text>
          </div>
          <CheckBadge status={status} />
        </Group>
        <Text size="sm" lang={message === environmentStatus.missing ? 'it' : undefined}>
          {message}
        </Text>
        {fix && (
          <div className={classes.fix}>
            <Text size="xs" fw={600} c="dimmed">
              {environmentStatus.toDo}
            </Text>
            <Text size="sm">
              <MarkedText text={fix} />
            </Text>
          </div>
        )}
        {details.length > 0 && (
          <DataList size="sm" labelWidth="8.5rem">
            {details.map(({ label, value }) => (
              <DataList.Item key={label}>
                <DataList.ItemLabel>{label}</DataList.ItemLabel>
                <DataList.ItemValue className={classes.value}>{value}</DataList.ItemValue>
              </DataList.Item>
            ))}
          </DataList>
        )}
      </Stack>
    </Paper>
  )
}
