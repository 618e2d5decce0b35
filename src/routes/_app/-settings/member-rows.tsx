import { Avatar, Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/dialog.tsx'
import { Tag } from '#client/components/status-badge.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { isConfirmationDeclined } from '#client/lib/confirmation.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { settings } from '#client/texts/en/settings.ts'
import { trpc } from '#client/trpc.ts'
import type { TeamMember } from '#server/features/team/team.schema.ts'
import classes from './settings.module.css'

const texts = settings.team

type Props = {
  members: readonly TeamMember[]
  isOwner: boolean
  onChoose: (requestedAction: RequestedMemberAction) => void
}

/**
 * Returns true for the only owner who can sign in. A business needs one, so that owner can neither leave nor
 * become staff.
 */
const isSoleOwner = ({ isYou, role }: TeamMember, members: readonly TeamMember[]): boolean =>
  isYou &&
  role === 'owner' &&
  !members.some((other) => !other.isYou && other.role === 'owner' && other.isKnown)

const actionsFor = ({ isYou, role }: TeamMember, isOwner: boolean): MemberAction[] => [
  ...(isOwner && role !== 'owner' ? ['promote' as const] : []),
  ...(isOwner && role !== 'staff' ? ['demote' as const] : []),
  ...(isOwner && role !== 'accountant' && !isYou ? ['appoint' as const] : []),
  ...(isYou ? ['leave' as const] : isOwner ? ['remove' as const] : []),
]

/**
 * The element id of the text that says why the buttons are disabled. Only one row has the text, because only the
 * viewer's row can be the sole owner's.
 */
const SOLE_OWNER_ID = 'sole-owner'

export function MemberRows({ members, isOwner, onChoose }: Props) {
  return (
    <ul className={classes.rows} aria-label={texts.members}>
      {members.map((member) => (
        <Member key={member.userId} member={member}>
          {isSoleOwner(member, members) && (
            <Text size="sm" c="dimmed" id={SOLE_OWNER_ID}>
              {texts.soleOwner}
            </Text>
          )}
          {actionsFor(member, isOwner).map((action) => {
            const isTheSoleOwner = isSoleOwner(member, members)
            return (
              <Button
                key={action}
                variant="default"
                size="xs"
                disabled={isTheSoleOwner}
                aria-describedby={isTheSoleOwner ? SOLE_OWNER_ID : undefined}
                className={
                  !isTheSoleOwner && (action === 'remove' || action === 'leave')
                    ? classes.danger
                    : undefined
                }
                aria-label={texts.openOne(texts[action].open, memberName(member))}
                onClick={() => onChoose({ action, member })}
              >
                {texts[action].open}
              </Button>
            )
          })}
        </Member>
      ))}
    </ul>
  )
}

function Member({ member, children }: { member: TeamMember; children: ReactNode }) {
  const { timezone } = useSignedIn().merchant
  const { email, role, joinedAt, isYou, pictureUrl } = member
  return (
    <li className={classes.row}>
      <Group gap="sm" className={classes.who}>
        <Avatar src={pictureUrl} name={memberName(member)} alt="" color="accent" aria-hidden />
        <Stack gap={2} miw={0}>
          <Group gap="xs">
            <Text fw={550} className={classes.wrapped}>
              {memberName(member)}
            </Text>
            <Tag tone={role === 'owner' ? 'info' : 'neutral'}>{texts.roles[role]}</Tag>
            {isYou && <Tag tone="success">{texts.you}</Tag>}
          </Group>
          <Text size="sm" c="dimmed" className={classes.wrapped}>
            {email ?? texts.noEmail}
          </Text>
          <Text size="sm" c="dimmed" component="div">
            {texts.since} <DateText at={joinedAt} timezone={timezone} />
          </Text>
        </Stack>
      </Group>
      <Group gap="xs">{children}</Group>
    </li>
  )
}

type MemberAction = 'promote' | 'demote' | 'appoint' | 'remove' | 'leave'
export type RequestedMemberAction = { action: MemberAction; member: TeamMember }

const memberName = ({ name, email }: TeamMember): string => name || email || texts.unknown

function useMemberAction({ action, member }: RequestedMemberAction, onDone: () => void) {
  const options = {
    onSuccess: onDone,
    onError: (error: unknown) => {
      if (isConfirmationDeclined(error)) return
      const { reason, detail } = readProblem(error)
      const message = reason === 'last_owner' ? texts.lastOwner : detail
      notify.error({ title: texts.failed, message })
    },
  }
  const changeRole = trpc.team.changeRole.useMutation(options)
  const remove = trpc.team.remove.useMutation(options)
  const leave = trpc.team.leave.useMutation(options)
  const { userId } = member
  const run = {
    promote: () => changeRole.mutate({ userId, role: 'owner' }),
    demote: () => changeRole.mutate({ userId, role: 'staff' }),
    appoint: () => changeRole.mutate({ userId, role: 'accountant' }),
    remove: () => remove.mutate({ userId }),
    leave: () => leave.mutate({}),
  }
  const isPending = changeRole.isPending || remove.isPending || leave.isPending
  return { run: run[action], isPending }
}

type MemberDialogProps = { requestedAction: RequestedMemberAction; onClose: () => void }

/** Asks for confirmation before a member's role or membership changes. */
export function MemberDialog({ requestedAction, onClose }: MemberDialogProps) {
  const { businessName } = useSignedIn().merchant
  const { action, member } = requestedAction
  const words = texts[action]
  const targetName = action === 'leave' ? businessName : memberName(member)
  const { run, isPending } = useMemberAction(requestedAction, () => {
    notify.success(words.done(targetName))
    onClose()
  })
  return (
    <ConfirmDialog
      opened
      title={words.title(targetName)}
      action={words.action}
      back={words.back}
      isDestructive={action === 'remove' || action === 'leave'}
      isPending={isPending}
      onClose={onClose}
      onConfirm={run}
    >
      <Text size="sm">{words.text}</Text>
    </ConfirmDialog>
  )
}
