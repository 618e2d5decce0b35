import { Alert, Anchor, Button, Grid, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconPlugConnected,
  IconX,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '#client/components/empty-state.tsx'
import { ErrorState } from '#client/components/error-state.tsx'
import { Section } from '#client/components/section.tsx'
import { Tag } from '#client/components/status-badge.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { EditorsOnly } from '#client/lib/hooks/use-can-edit.tsx'
import { notify } from '#client/lib/notify.tsx'
import { noPage, nullAs } from '#client/lib/visitor.ts'
import { integration as texts } from '#client/texts/en/integration.ts'
import { trpc } from '#client/trpc.ts'
import type {
  ConnectionCheck,
  Integration,
} from '#server/features/integrations/integrations.schema.ts'
import { ConfigurationCard } from './configuration-card.tsx'
import { EndpointsCard } from './endpoints-card.tsx'
import { EventsContent } from './events/events-content.tsx'
import classes from './integration.module.css'
import { recentInput } from './integration-search.ts'
import { ownIntegration } from './use-integration.ts'

export function OverviewTab() {
  return (
    <Stack gap="md">
      <IntegrationCards />
      <RecentEvents />
    </Stack>
  )
}

function IntegrationCards() {
  const { data, error, refetch, isFetching } = trpc.integrations.list.useQuery()
  if (error && !data) {
    return (
      <Paper>
        <ErrorState
          title={texts.loadFailed}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </Paper>
    )
  }
  if (data === undefined) return <IntegrationSkeleton />
  const record = ownIntegration(data ?? [])
  if (!record) {
    return (
      <Paper>
        <EmptyState title={texts.missingTitle} text={texts.missing} />
      </Paper>
    )
  }
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack gap="md">
          {/* The key discards the test results of a previous URL. */}
          <StatusCard key={record.webhookUrl} integration={record} />
          <EndpointsCard />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <ConfigurationCard integration={record} />
      </Grid.Col>
    </Grid>
  )
}

function IntegrationSkeleton() {
  return (
    <Grid gap="md" aria-busy>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Skeleton height="12rem" radius="lg" />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Skeleton height="26rem" radius="lg" />
      </Grid.Col>
    </Grid>
  )
}

const recentTexts = texts.recent

function RecentEvents() {
  const query = trpc.webhooks.list.useQuery(recentInput, { select: nullAs(noPage) })
  return (
    <Section
      title={recentTexts.title}
      id="events"
      isBusy={query.isFetching}
      action={
        <Anchor
          size="sm"
          renderRoot={(props) => <Link {...props} to="." search={{ tab: 'events' }} />}
        >
          {recentTexts.all}
        </Anchor>
      }
    >
      <EventsContent query={query} label={recentTexts.title} />
    </Section>
  )
}

const statusTexts = texts.status

type Props = { integration: Integration }

function StatusCard({ integration }: Props) {
  const { id, name, disabledAt, lastSync } = integration
  const { timezone } = useSignedIn().merchant
  const { mutate, data, isPending } = trpc.integrations.test.useMutation({
    onSuccess: ({ success }) =>
      success ? notify.success(statusTexts.passed) : notify.error(statusTexts.notPassed),
    onError: () => notify.error(statusTexts.notPassed),
  })
  return (
    <Section title={statusTexts.title} id="status">
      <Group gap="sm">
        <Text fw={600}>{name}</Text>
        {disabledAt === null ? (
          <Tag tone="success" icon={<IconCircleCheck size={14} aria-hidden />}>
            {statusTexts.connected}
          </Tag>
        ) : (
          <Tag tone="failed" icon={<IconX size={14} aria-hidden />}>
            {statusTexts.disabled}
          </Tag>
        )}
      </Group>
      {disabledAt !== null && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="note">
          <Stack gap={4}>
            <Text size="sm" fw={600} component="div">
              {`${statusTexts.disabledSince} `}
              <DateText at={disabledAt} timezone={timezone} />
            </Text>
            <Text size="sm">{statusTexts.disabledWhy}</Text>
          </Stack>
        </Alert>
      )}
      <Stack gap={2}>
        <Text size="sm" component="div">
          {`${statusTexts.lastSync}: `}
          {lastSync === null ? statusTexts.never : <DateText at={lastSync} timezone={timezone} />}
        </Text>
        <Text size="xs" c="dimmed">
          {statusTexts.lastSyncHelp}
        </Text>
      </Stack>
      <EditorsOnly>
        <div>
          <Button
            variant="default"
            disabled={isPending}
            leftSection={<IconPlugConnected size={18} aria-hidden />}
            onClick={() => mutate({ id })}
          >
            {isPending ? statusTexts.testing : statusTexts.test}
          </Button>
        </div>
      </EditorsOnly>
      {data && <ConnectionChecks checks={data.checks} />}
    </Section>
  )
}

const statusStyles = {
  ok: { tone: 'success', Icon: IconCircleCheck },
  failed: { tone: 'failed', Icon: IconCircleX },
  skipped: { tone: 'neutral', Icon: IconCircleMinus },
} as const

/** Hides a skipped clock check unless the endpoint check passed: without a response there is no clock to compare with. */
const isInformative =
  (checks: readonly ConnectionCheck[]) =>
  ({ name, status }: ConnectionCheck): boolean =>
    name !== 'clock' ||
    status !== 'skipped' ||
    checks.some((each) => each.name === 'endpoint' && each.status === 'ok')

type ConnectionChecksProps = { checks: ConnectionCheck[] }

function ConnectionChecks({ checks }: ConnectionChecksProps) {
  return (
    <ul className={classes.checks} aria-label={statusTexts.checks}>
      {checks.filter(isInformative(checks)).map(({ name, status, durationMs, message, fix }) => {
        const { tone, Icon } = statusStyles[status]
        return (
          <li key={name} className={classes.check}>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Text size="sm" fw={550}>
                {statusTexts.checkNames[name]}
              </Text>
              <Group gap="xs" wrap="nowrap">
                {status !== 'skipped' && (
                  <Text size="xs" c="dimmed">
                    {statusTexts.took(durationMs)}
                  </Text>
                )}
                <Tag tone={tone} icon={<Icon size={14} aria-hidden />}>
                  {statusTexts.checkStatuses[status]}
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
