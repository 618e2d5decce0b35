import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconClock, IconRoute, type TablerIcon } from '@tabler/icons-react'
import { Tag } from '../../../components/tag.tsx'
import { docs, type ServiceStatus } from '../../../texts/docs.ts'
import classes from './docs.module.css'

const looks: Record<ServiceStatus, { tone: 'success' | 'info' | 'neutral'; icon: TablerIcon }> = {
  Available: { tone: 'success', icon: IconCheck },
  'Coming Soon': { tone: 'info', icon: IconClock },
  Planned: { tone: 'neutral', icon: IconRoute },
}

export function ServiceCatalogue() {
  return (
    <Stack component="section" gap="md" aria-label={docs.services.title}>
      <Title order={3}>{docs.services.title}</Title>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        {docs.services.categories.map(({ title, services }) => (
          <Paper key={title} component="article" p="md" aria-label={title}>
            <Title order={4} size="sm" mb="xs">
              {title}
            </Title>
            <ul className={classes.services}>
              {services.map(({ name, text, status }) => (
                <li key={name} className={classes.service}>
                  <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
                    <div>
                      <Text size="sm" fw={550}>
                        {name}
                      </Text>
                      <Text size="sm" c="dimmed">
                        {text}
                      </Text>
                    </div>
                    <StatusLabel status={status} />
                  </Group>
                </li>
              ))}
            </ul>
          </Paper>
        ))}
      </SimpleGrid>
    </Stack>
  )
}

function StatusLabel({ status }: { status: ServiceStatus }) {
  const { tone, icon: Icon } = looks[status]
  return (
    <Tag tone={tone} icon={<Icon size={14} aria-hidden />}>
      {status}
    </Tag>
  )
}
