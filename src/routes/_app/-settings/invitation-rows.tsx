import { Button, Group, Stack, Text } from '@mantine/core'
import type { Invitation } from '#server/features/team/team.schema.ts'
import { DateText } from '../../../components/date-text.tsx'
import { Tag } from '../../../components/tag.tsx'
import { useSignedIn } from '../../../features/session/signed-in.ts'
import { notify } from '../../../lib/notify.tsx'
import { readProblem } from '../../../lib/problem.ts'
import { settings } from '../../../texts/settings.ts'
import { trpc } from '../../../trpc.ts'
import classes from './settings.module.css'

const texts = settings.team

export function InvitationRows({ invitations }: { invitations: readonly Invitation[] }) {
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
  const { id, role, email, expiresAt } = invitation
  const { timezone } = useSignedIn().merchant
  const { mutate, isPending } = trpc.team.revokeInvitation.useMutation({
    onSuccess: () => notify.success(texts.revoked),
    onError: (error) => notify.error({ title: texts.failed, message: readProblem(error).detail }),
  })
  const whom = email ?? texts.anybody
  return (
    <li className={classes.row}>
      <Stack gap={2} miw={0}>
        <Group gap="xs">
          <Text fw={550} className={classes.wrapped}>
            {whom}
          </Text>
          <Tag tone={role === 'owner' ? 'info' : 'neutral'}>{texts.roles[role]}</Tag>
        </Group>
        <Text size="sm" c="dimmed" component="div">
          {texts.expires} <DateText at={expiresAt} timezone={timezone} />
        </Text>
      </Stack>
      <Button
        variant="default"
        size="xs"
        aria-label={texts.revokeOne(whom)}
        loading={isPending}
        onClick={() => mutate({ id })}
      >
        {texts.revoke}
      </Button>
    </li>
  )
}
