import { Anchor, Group, List, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconServer2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { ErrorState } from '#client/components/error-state.tsx'
import { Tag } from '#client/components/status-badge.tsx'
import { GuidePage, GuideSection } from '#client/features/guides/guide-page.tsx'
import { MarkedText, Points } from '#client/features/guides/marked-text.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { config } from '#client/lib/config.ts'
import { environment } from '#client/texts/en/environment.ts'
import { guideProblems } from '#client/texts/en/problems.ts'
import { trpc } from '#client/trpc.ts'
import { EnvironmentName } from '#server/features/environment/environment.schema.ts'
import classes from './environment.module.css'
import { QuickActions } from './quick-actions.tsx'

export function EnvironmentPage() {
  const { user } = useSignedIn()
  const query = trpc.environment.config.useQuery(undefined, { enabled: user !== undefined })
  // Visitors may not load the configuration; the page's config contains the same value.
  const current = user ? query.data?.currentEnvironment : config.environment
  return (
    <GuidePage title={environment.title} intro={environment.intro}>
      <CurrentEnvironment current={current} query={query} />
      <EnvironmentCards current={current} />
      <QuickActions current={current} />
      <NextSteps />
    </GuidePage>
  )
}

const texts = environment.current

type Props = {
  current: EnvironmentName | undefined
  query: { error: unknown; refetch: () => unknown; isFetching: boolean }
}

function CurrentEnvironment({ current, query }: Props) {
  return (
    <GuideSection title={texts.title}>
      {current ? (
        <Group gap="md" wrap="nowrap">
          <IconServer2 size={32} stroke={1.5} aria-hidden className={classes.icon} />
          <div>
            <Text fw={650} size="xl">
              {environment.cards[current].name}
            </Text>
            <Text size="sm" c="dimmed">
              {texts.version(config.version)} · {texts.signIn[config.identity]}
            </Text>
          </div>
        </Group>
      ) : (
        <Unknown {...query} />
      )}
      <Text size="sm">{texts.sandbox}</Text>
    </GuideSection>
  )
}

function Unknown({ error, refetch, isFetching }: Props['query']) {
  if (!error) return <Skeleton height="3.25rem" width="14rem" aria-busy />
  return (
    <ErrorState
      title={texts.failed}
      words={guideProblems}
      error={error}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  )
}

type EnvironmentCardsProps = { current: EnvironmentName | undefined }

function EnvironmentCards({ current }: EnvironmentCardsProps) {
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

function EnvironmentCard({ name, current }: EnvironmentCardsProps & { name: EnvironmentName }) {
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
          {current && <UsageTag isCurrent={isCurrent} />}
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

function UsageTag({ isCurrent }: { isCurrent: boolean }) {
  if (!isCurrent) return <Tag tone="neutral">{environment.notInUse}</Tag>
  return (
    <Tag tone="success" icon={<IconCheck size={14} aria-hidden />}>
      {environment.inUse}
    </Tag>
  )
}

const nextTexts = environment.next

const links = [
  { to: '/clerk-setup-guide', hash: undefined, label: nextTexts.setup },
  { to: '.', hash: 'azioni-rapide', label: nextTexts.actions },
  { to: '/payments', hash: undefined, label: nextTexts.payments },
  { to: '/clerk-migration', hash: undefined, label: nextTexts.migration },
  { to: '/clerk-production', hash: undefined, label: nextTexts.production },
] as const

function NextSteps() {
  return (
    <GuideSection title={nextTexts.title}>
      <List type="ordered" spacing="sm" size="sm">
        {nextTexts.steps.map(({ title, text }, index) => {
          const link = links[index]
          return (
            <List.Item key={title}>
              <Text size="sm" fw={550} component="span">
                {title}.
              </Text>{' '}
              <MarkedText text={text} />{' '}
              {link && (
                <Anchor
                  size="sm"
                  underline="always"
                  renderRoot={(props) => (
                    <Link
                      to={link.to}
                      hash={link.hash}
                      activeOptions={{ includeHash: true }}
                      {...props}
                    />
                  )}
                >
                  {link.label}
                </Anchor>
              )}
            </List.Item>
          )
        })}
      </List>
    </GuideSection>
  )
}
