import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { EnvironmentName } from '#server/features/environment/environment.schema.ts'
import { Tag } from '../../../components/tag.tsx'
import { Points } from '../../../features/guides/points.tsx'
import { environment } from '../../../texts/environment.ts'
import classes from './environment.module.css'

type Props = { current: EnvironmentName | undefined }

export function EnvironmentCards({ current }: Props) {
  return (
    <section aria-label={environment.all}>
      <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
        {EnvironmentName.options.map((name) => (
          <EnvironmentCard key={name} name={name} current={current} />
        ))}
      </SimpleGrid>
    </section>
  )
}

function EnvironmentCard({ name, current }: Props & { name: EnvironmentName }) {
  const card = environment.cards[name]
  const isCurrent = name === current
  return (
    <Paper
      component="article"
      p="md"
      aria-label={card.name}
      className={classes.card}
      data-current={isCurrent || undefined}
    >
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Title order={3}>{card.name}</Title>
          {current && <Standing isCurrent={isCurrent} />}
        </Group>
        <Text size="sm" c="dimmed">
          {card.text}
        </Text>
        <Title order={4} size="sm" mt="xs">
          {environment.demands}
        </Title>
        <Points points={card.demands} />
      </Stack>
    </Paper>
  )
}

function Standing({ isCurrent }: { isCurrent: boolean }) {
  if (!isCurrent) return <Tag tone="neutral">{environment.notInUse}</Tag>
  return (
    <Tag tone="success" icon={<IconCheck size={14} aria-hidden />}>
      {environment.inUse}
    </Tag>
  )
}
