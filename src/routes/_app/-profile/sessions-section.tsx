import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/dialog.tsx'
import { ErrorState } from '#client/components/error-state.tsx'
import { Section } from '#client/components/section.tsx'
import { Tag } from '#client/components/status-badge.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { profile } from '#client/texts/en/profile.ts'
import { trpc } from '#client/trpc.ts'
import type { OwnSession } from '#server/features/identity/identity.schema.ts'
import { deviceOf } from './device-words.ts'
import classes from './profile.module.css'

const texts = profile.sessions

const notifyFailure = (error: unknown) =>
  notify.error({ title: profile.failed, message: readProblem(error).detail })

/** Sorts this device first, then the other devices by last activity. */
const inOrder = (sessions: readonly OwnSession[]): OwnSession[] =>
  sessions.toSorted(
    (a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastSeenAt.localeCompare(a.lastSeenAt),
  )

export function SessionsSection({ timezone }: { timezone: string }) {
  const { data, error, refetch, isFetching } = trpc.identity.sessions.useQuery()
  if (error) {
    return (
      <Paper>
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      </Paper>
    )
  }
  if (!data) return <Skeleton height="12rem" radius="lg" aria-busy />
  return (
    <Section title={texts.title} action={data.length > 1 && <EndOthers />}>
      <ul className={classes.sessions}>
        {inOrder(data).map((session) => (
          <Session key={session.id} session={session} timezone={timezone} />
        ))}
      </ul>
      {data.length === 1 && (
        <Text size="sm" c="dimmed">
          {texts.onlyOne}
        </Text>
      )}
    </Section>
  )
}

type SessionProps = { session: OwnSession; timezone: string }

function Session({ session, timezone }: SessionProps) {
  const { words, isHandheld } = deviceOf(session.userAgent)
  const Icon = isHandheld ? IconDeviceMobile : IconDeviceDesktop
  const { mutate, isPending } = trpc.identity.endSession.useMutation({
    onSuccess: () => notify.success(texts.ended(words)),
    onError: notifyFailure,
  })
  return (
    <li className={classes.session}>
      <Icon size={24} aria-hidden className={classes.icon} />
      <Stack gap={2} miw={0}>
        <Group gap="xs">
          <Text fw={500}>{words}</Text>
          {session.isCurrent && <Tag tone="info">{texts.here}</Tag>}
        </Group>
        <Text size="sm" c="dimmed">
          {session.address ?? texts.unknownAddress}
        </Text>
        <Text size="sm" c="dimmed" component="div">
          {texts.lastSeen} <DateText at={session.lastSeenAt} timezone={timezone} />
        </Text>
        <Text size="sm" c="dimmed" component="div">
          {texts.firstSeen} <DateText at={session.createdAt} timezone={timezone} />
        </Text>
      </Stack>
      {!session.isCurrent && (
        <Button
          variant="default"
          size="xs"
          aria-label={texts.endOne(words)}
          loading={isPending}
          onClick={() => mutate({ sessionId: session.id })}
        >
          {texts.end}
        </Button>
      )}
    </li>
  )
}

function EndOthers() {
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = trpc.identity.endOtherSessions.useMutation({
    onSuccess: ({ ended }) => {
      setIsAsking(false)
      notify.success(texts.othersEnded(ended))
    },
    onError: notifyFailure,
  })
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setIsAsking(true)}>
        {texts.endOthers}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={texts.endOthersTitle}
        action={texts.endOthers}
        back={texts.endOthersBack}
        isPending={isPending}
        onClose={() => setIsAsking(false)}
        onConfirm={() => mutate({})}
      >
        <Text size="sm">{texts.endOthersText}</Text>
      </ConfirmDialog>
    </>
  )
}
