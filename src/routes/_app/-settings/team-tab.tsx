import { Button, Paper, Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { ErrorState } from '../../../components/error-state.tsx'
import { Section } from '../../../components/section.tsx'
import { settings } from '../../../texts/settings.ts'
import { trpc } from '../../../trpc.ts'
import { InvitationRows } from './invitation-rows.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { type AskedOfMember, MemberDialog } from './member-dialog.tsx'
import { MemberRows } from './member-rows.tsx'

const texts = settings.team

export function TeamTab() {
  const { data, error, refetch, isFetching } = trpc.team.list.useQuery()
  const [asked, setAsked] = useState<AskedOfMember>()
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
        <MemberRows members={data.members} isOwner={isOwner} onAsk={setAsked} />
      </Section>
      {isOwner && (
        <Section title={texts.invitations}>
          <InvitationRows invitations={data.invitations} />
        </Section>
      )}
      {asked && <MemberDialog asked={asked} onClose={() => setAsked(undefined)} />}
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </Stack>
  )
}
