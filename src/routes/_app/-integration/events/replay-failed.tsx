import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Dialog } from '#client/components/dialogs/dialog.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { webhookEvents } from '#client/texts/en/webhook-events.ts'
import { trpc } from '#client/trpc.ts'
import type { ReplayedEvents } from '#server/features/webhooks/webhooks.schema.ts'
import type { EventType } from '#server/services/outbox/event-type.schema.ts'
import classes from '../integration.module.css'

const texts = webhookEvents.replay

const MAX_PREVIEWED = 10

const notifyFailure = (error: unknown) =>
  notify.error({ title: webhookEvents.failed, message: readProblem(error).detail })

type ReplayProps = { type: EventType | undefined; endpointId: string | undefined }

/** Shows the events before sending them again, because there may be more than expected. */
export function ReplayFailed({ type, endpointId }: ReplayProps) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const preview = trpc.webhooks.replayMany.useMutation({
    onError: (error) => {
      close()
      notifyFailure(error)
    },
  })
  const replay = trpc.webhooks.replayMany.useMutation({
    onSuccess: ({ count }) => {
      close()
      notify.success(texts.done(count))
    },
    onError: notifyFailure,
  })
  const { data: failed } = trpc.webhooks.list.useQuery({
    endpointId,
    status: 'failed',
    eventType: type,
    limit: 1,
  })
  const hasNone = failed?.total === 0
  const reasonId = useId()
  const open = () => {
    setIsOpen(true)
    preview.mutate({ dryRun: true, status: 'failed', eventType: type, endpointId })
  }
  return (
    <>
      {hasNone && (
        <Text size="xs" c="dimmed" id={reasonId}>
          {texts.none(type)}
        </Text>
      )}
      <Button
        variant="default"
        size="xs"
        disabled={hasNone}
        aria-describedby={hasNone ? reasonId : undefined}
        leftSection={<IconRepeat size={16} aria-hidden />}
        onClick={open}
      >
        {texts.open}
      </Button>
      {isOpen && (
        <Dialog title={texts.title} onClose={replay.isPending ? undefined : close}>
          {preview.isPending || !preview.data ? (
            <Skeleton height="9rem" aria-busy aria-label={texts.loading} />
          ) : (
            <Preview
              matches={preview.data}
              type={type}
              isPending={replay.isPending}
              onReplay={() =>
                replay.mutate({ dryRun: false, status: 'failed', eventType: type, endpointId })
              }
              onClose={close}
            />
          )}
        </Dialog>
      )}
    </>
  )
}

type Props = {
  matches: ReplayedEvents
  type: EventType | undefined
  isPending: boolean
  onReplay: () => void
  onClose: () => void
}

function Preview({ matches: { count, events }, type, isPending, onReplay, onClose }: Props) {
  const { timezone } = useSignedIn().merchant
  const shown = events.slice(0, MAX_PREVIEWED)
  const back = useRef<HTMLButtonElement>(null)
  // The dialog's initial focus came before the response.
  useEffect(() => back.current?.focus(), [])
  if (count === 0) {
    return (
      <Stack gap="md">
        <Text size="sm">{texts.none(type)}</Text>
        <Group justify="flex-end">
          <Button variant="default" ref={back} onClick={onClose}>
            {texts.close}
          </Button>
        </Group>
      </Stack>
    )
  }
  return (
    <Stack gap="md">
      <Text size="sm">{texts.text(count)}</Text>
      <ul className={classes.preview} aria-label={texts.preview}>
        {shown.map(({ id, eventType, createdAt }) => (
          <li key={id} className={classes.check}>
            <Group justify="space-between" gap="xs">
              <span className={classes.mono}>{eventType}</span>
              <Text size="xs" c="dimmed" component="span">
                <DateText at={createdAt} timezone={timezone} />
              </Text>
            </Group>
          </li>
        ))}
      </ul>
      {count > shown.length && (
        <Text size="sm" c="dimmed">
          {texts.more(count - shown.length)}
        </Text>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" ref={back} disabled={isPending} onClick={onClose}>
          {texts.back}
        </Button>
        <Button loading={isPending} onClick={onReplay}>
          {texts.action(count)}
        </Button>
      </Group>
    </Stack>
  )
}
