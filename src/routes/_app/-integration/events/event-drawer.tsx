import { Button, DataList, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { SideDrawer } from '#client/components/dialogs/side-drawer.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { ErrorState } from '#client/components/error-state.tsx'
import { Fact } from '#client/components/fact-list.tsx'
import { Tag } from '#client/components/status-badge.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { IdText } from '#client/components/text/id-text.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { EditorsOnly } from '#client/lib/hooks/use-can-edit.tsx'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { webhookEvents } from '#client/texts/en/webhook-events.ts'
import { trpc } from '#client/trpc.ts'
import type {
  WebhookAttempt,
  WebhookEventDetail,
} from '#server/features/webhooks/webhooks.schema.ts'
import { CodeBlock } from '../code-block.tsx'
import classes from '../integration.module.css'
import { endpointOfEvent } from '../integration-search.ts'
import { useChangeSearch, useEndpoint } from '../use-integration.ts'
import { EventObjectLink, useEventObjects } from './event-object.tsx'
import { EventStatusTag } from './events-content.tsx'

const texts = webhookEvents.detail

/** An event shown next to the list, with its own URL. */
export function EventDrawer({ id }: { id: string }) {
  const change = useChangeSearch()
  const { data, error, refetch, isFetching } = trpc.webhooks.get.useQuery({ id })
  return (
    <SideDrawer
      title={data?.eventType ?? webhookEvents.title}
      closeLabel={texts.close}
      onClose={() => change({ event: undefined }, { replace: true })}
    >
      {data ? (
        <Detail event={data} />
      ) : readProblem(error).code === 'not_found' || data === null ? (
        <EmptyState title={texts.notFoundTitle} text={texts.notFound} />
      ) : error ? (
        <ErrorState
          title={texts.loadFailed}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <Stack gap="md" aria-busy>
          <Skeleton height="8rem" />
          <Skeleton height="14rem" />
        </Stack>
      )}
    </SideDrawer>
  )
}

function Detail({ event }: { event: WebhookEventDetail }) {
  return (
    <Stack gap="lg" pb="md">
      <EventFacts event={event} />
      <SendAgain id={event.id} />
      <section aria-label={texts.attempts}>
        <Title order={3} mb="xs">
          {texts.attempts}
        </Title>
        <EventAttempts attempts={event.attempts} />
      </section>
      <section aria-label={texts.payload}>
        <Title order={3} mb="xs">
          {texts.payload}
        </Title>
        <CodeBlock
          code={JSON.stringify(event.payload, null, 2)}
          label={texts.payload}
          copyLabel={texts.copyPayload}
          isTall
        />
      </section>
    </Stack>
  )
}

function SendAgain({ id }: { id: string }) {
  const endpoint = useEndpoint(endpointOfEvent(id))
  const { mutate, isPending } = trpc.webhooks.replay.useMutation({
    onSuccess: () => notify.success(texts.sentAgain),
    onError: (error) =>
      notify.error({ title: webhookEvents.failed, message: readProblem(error).detail }),
  })
  const isReady = endpoint === 'ready'
  return (
    <Group gap="sm">
      <EditorsOnly>
        <Button
          variant="default"
          size="xs"
          disabled={!isReady || isPending}
          onClick={() => mutate({ id })}
        >
          {texts.sendAgain}
        </Button>
      </EditorsOnly>
      {(endpoint === 'none' || endpoint === 'disabled') && (
        <Text size="sm" c="dimmed">
          {endpoint === 'none' ? texts.noUrl : texts.disabled}
        </Text>
      )}
    </Group>
  )
}

function EventFacts({ event }: { event: WebhookEventDetail }) {
  const { timezone } = useSignedIn().merchant
  const { id, status, test, createdAt, nextAttemptAt } = event
  const object = useEventObjects([id]).get(id)
  return (
    <DataList labelWidth="7rem" aria-label={texts.facts}>
      <Fact label={webhookEvents.status}>
        <Group gap="xs">
          <EventStatusTag status={status} />
          {test && <Tag tone="neutral">{webhookEvents.test}</Tag>}
        </Group>
      </Fact>
      {object && (
        <Fact label={texts.about[object.kind]}>
          <EventObjectLink object={object} />
        </Fact>
      )}
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

function EventAttempts({ attempts }: { attempts: WebhookAttempt[] }) {
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
            <ResponseTag statusCode={attempt.statusCode} />
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

function ResponseTag({ statusCode }: Pick<WebhookAttempt, 'statusCode'>) {
  const isSuccessful = statusCode !== null && statusCode >= 200 && statusCode < 300
  const Icon = isSuccessful ? IconCircleCheck : IconCircleX
  return (
    <Tag tone={isSuccessful ? 'success' : 'failed'} icon={<Icon size={14} aria-hidden />}>
      {statusCode === null ? texts.noAnswer : String(statusCode)}
    </Tag>
  )
}
