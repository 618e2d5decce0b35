import { Anchor, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconClock, IconRoute, type TablerIcon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Tag } from '#client/components/status-badge.tsx'
import { GuideSection } from '#client/features/guides/guide-page.tsx'
import { Points } from '#client/features/guides/marked-text.tsx'
import { docs, type ServiceStatus } from '#client/texts/en/docs.ts'
import classes from './docs.module.css'

const { targets, enterprise } = docs

export function Overview() {
  return (
    <Stack gap="lg">
      <ServiceCatalogue />
      <GuideSection title={targets.title} text={targets.text}>
        <dl className={classes.targets}>
          {targets.items.map(({ figure, name }) => (
            <div key={name} className={classes.target}>
              <dt>{name}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
      </GuideSection>
      <GuideSection title={enterprise.title}>
        <Points points={enterprise.points} />
      </GuideSection>
    </Stack>
  )
}

const statusStyles: Record<
  ServiceStatus,
  { tone: 'success' | 'info' | 'neutral'; icon: TablerIcon }
> = {
  Available: { tone: 'success', icon: IconCheck },
  'Coming Soon': { tone: 'info', icon: IconClock },
  Planned: { tone: 'neutral', icon: IconRoute },
}

function ServiceCatalogue() {
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
  const { tone, icon: Icon } = statusStyles[status]
  return (
    <Tag tone={tone} icon={<Icon size={14} aria-hidden />}>
      {docs.services.statuses[status]}
    </Tag>
  )
}

const { title, items, links } = docs.steps

const stepTargets = ['/onboarding', '/payments', '/integration', '/integration'] as const

/** The first step is complete for a person with a merchant. */
export function GetStarted({ isMember }: { isMember: boolean }) {
  return (
    <GuideSection title={title}>
      <ol className={classes.steps}>
        {items.map((item, index) => {
          const target = stepTargets[index]
          const hasLink = target !== undefined && !(isMember && target === '/onboarding')
          return (
            <li key={item.title}>
              <span className={classes.number} aria-hidden>
                {index + 1}
              </span>
              <Text size="sm" fw={600}>
                {item.title}
              </Text>
              <Text size="sm" c="dimmed">
                {item.text}
              </Text>
              {hasLink && (
                <Anchor size="sm" renderRoot={(props) => <Link to={target} {...props} />}>
                  {links[index]}
                </Anchor>
              )}
            </li>
          )
        })}
      </ol>
    </GuideSection>
  )
}
