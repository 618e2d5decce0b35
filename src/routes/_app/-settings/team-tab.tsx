import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ErrorState } from '#client/components/error-state.tsx'
import { Section } from '#client/components/section.tsx'
import { Tag } from '#client/components/status-badge.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { settings } from '#client/texts/en/settings.ts'
import { trpc } from '#client/trpc.ts'
import type { Invitation } from '#server/features/team/team.schema.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberDialog, MemberRows, type RequestedMemberAction } from './member-rows.tsx'
import classes from './settings.module.css'

const texts = settings.team

export function TeamTab() {
  const { data, error, refetch, isFetching } = trpc.team.list.useQuery()
  const [requestedAction, setRequestedAction] = useState<RequestedMemberAction>()
  const [isInviting, setIsInviting] = useState(false)
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
  if (!data) return <Skeleton height="20rem" radius="lg" aria-busy />
  const isOwner = data.members.some(({ isYou, role }) => isYou && role === 'owner')
  return (
    <Stack gap="lg">
      <Section
        title={texts.members}
        text={texts.membersText}
        action={isOwner && <Button onClick={() => setIsInviting(true)}>{texts.invite.open}</Button>}
      >
        <MemberRows members={data.members} isOwner={isOwner} onChoose={setRequestedAction} />
      </Section>
      {isOwner && (
        <Section title={texts.invitations}>
          <InvitationRows invitations={data.invitations} />
        </Section>
      )}
      {requestedAction && (
        <MemberDialog
          requestedAction={requestedAction}
          onClose={() => setRequestedAction(undefined)}
        />
      )}
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </Stack>
  )
}

function InvitationRows({ invitations }: { invitations: readonly Invitation[] }) {
  if (invitations.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.noInvitations}
      </Text>
    )
  }
  return (
    <ul className={classes.rows} aria-label={texts.invitations}>
      {invitations.map((invitation) => (
        <InvitationRow key={invitation.id} invitation={invitation} />
      ))}
    </ul>
  )
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { id, role, email, expiresAt, mail } = invitation
  const { timezone } = useSignedIn().merchant
  const { mutate, isPending } = trpc.team.revokeInvitation.useMutation({
    onSuccess: () => notify.success(texts.revoked),
    onError: (error) => notify.error({ title: texts.failed, message: readProblem(error).detail }),
  })
  const recipient = email ?? texts.anybody
  return (
    <li className={classes.row}>
      <Stack gap={2} miw={0}>
        <Group gap="xs">
          <Text fw={550} className={classes.wrapped}>
            {recipient}
          </Text>
          <Tag tone={role === 'owner' ? 'info' : 'neutral'}>{texts.roles[role]}</Tag>
          {mail === 'failed' && <Tag tone="failed">{texts.mailFailed}</Tag>}
        </Group>
        {mail !== null && (
          <Text size="sm" c="dimmed">
            {texts.mail[mail]}
          </Text>
        )}
        <Text size="sm" c="dimmed" component="div">
          {texts.expires} <DateText at={expiresAt} timezone={timezone} />
        </Text>
      </Stack>
      <Button
        variant="default"
        size="xs"
        aria-label={texts.revokeOne(recipient)}
        loading={isPending}
        onClick={() => mutate({ id })}
      >
        {texts.revoke}
      </Button>
    </li>
  )
}
