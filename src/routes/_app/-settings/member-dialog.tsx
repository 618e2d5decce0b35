import { Text } from '@mantine/core'
import type { TeamMember } from '#server/features/team/team.schema.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { useSignedIn } from '../../../features/session/signed-in.ts'
import { isGivenUp } from '../../../lib/confirmation.ts'
import { notify } from '../../../lib/notify.tsx'
import { readProblem } from '../../../lib/problem.ts'
import { settings } from '../../../texts/settings.ts'
import { trpc } from '../../../trpc.ts'

const texts = settings.team

export type MemberAction = 'promote' | 'demote' | 'remove' | 'leave'
export type AskedOfMember = { action: MemberAction; member: TeamMember }

export const memberName = ({ name, email }: TeamMember): string => name || email || texts.unknown

function useMemberAction({ action, member }: AskedOfMember, onDone: () => void) {
  const options = {
    onSuccess: onDone,
    onError: (error: unknown) => {
      if (isGivenUp(error)) return
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
    remove: () => remove.mutate({ userId }),
    leave: () => leave.mutate({}),
  }
  const isPending = changeRole.isPending || remove.isPending || leave.isPending
  return { run: run[action], isPending }
}

type Props = { asked: AskedOfMember; onClose: () => void }

/** Asks before somebody's place in the team changes. */
export function MemberDialog({ asked, onClose }: Props) {
  const { businessName } = useSignedIn().merchant
  const { action, member } = asked
  const words = texts[action]
  const whom = action === 'leave' ? businessName : memberName(member)
  const { run, isPending } = useMemberAction(asked, () => {
    notify.success(words.done(whom))
    onClose()
  })
  return (
    <ConfirmDialog
      opened
      title={words.title(whom)}
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
