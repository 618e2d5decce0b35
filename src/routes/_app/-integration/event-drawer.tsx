import { Button, Drawer, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { WebhookEventDetail } from '#server/features/webhooks/webhooks.schema.ts'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { notify } from '../../../lib/notify.tsx'
import { readProblem } from '../../../lib/problem.ts'
import { useFocusBack } from '../../../lib/use-focus-back.ts'
import { webhookEvents } from '../../../texts/webhook-events.ts'
import { trpc } from '../../../trpc.ts'
import { CodeBlock } from './code-block.tsx'
import { EventAttempts } from './event-attempts.tsx'
import { EventFacts } from './event-facts.tsx'
import { useChangeSearch } from './use-change-search.ts'
import { useEndpoint } from './use-integration.ts'

const texts = webhookEvents.detail

/** One event beside the list; it has an address of its own. */
export function EventDrawer({ id }: { id: string }) {
  useFocusBack()
  const change = useChangeSearch()
  const { data, error, refetch, isFetching } = trpc.webhooks.get.useQuery({ id })
  return (
    <Drawer
      opened
      onClose={() => change({ event: undefined }, { replace: true })}
      position="right"
      size="34rem"
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      title={
        <Text component="span" fw={600}>
          {data?.eventType ?? webhookEvents.title}
        </Text>
      }
      closeButtonProps={{ 'aria-label': texts.close }}
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
    </Drawer>
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
  const endpoint = useEndpoint()
  const { mutate, isPending } = trpc.webhooks.replay.useMutation({
    onSuccess: () => notify.success(texts.sentAgain),
    onError: (error) =>
      notify.error({ title: webhookEvents.failed, message: readProblem(error).detail }),
  })
  const isReady = endpoint === 'ready'
  return (
    <Group gap="sm">
      <Button
        variant="default"
        size="xs"
        disabled={!isReady || isPending}
        onClick={() => mutate({ id })}
      >
        {texts.sendAgain}
      </Button>
      {(endpoint === 'none' || endpoint === 'disabled') && (
        <Text size="sm" c="dimmed">
          {endpoint === 'none' ? texts.noUrl : texts.disabled}
        </Text>
      )}
    </Group>
  )
}
