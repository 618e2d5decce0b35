import { Avatar, Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { TeamMember } from '#server/features/team/team.schema.ts'
import { DateText } from '../../../components/date-text.tsx'
import { Tag } from '../../../components/tag.tsx'
import { useSignedIn } from '../../../features/session/signed-in.ts'
import { settings } from '../../../texts/settings.ts'
import { type AskedOfMember, type MemberAction, memberName } from './member-dialog.tsx'
import classes from './settings.module.css'

const texts = settings.team

type Props = {
  members: readonly TeamMember[]
  isOwner: boolean
  onAsk: (asked: AskedOfMember) => void
}

/** A business needs an owner who can sign in: the only one can neither leave nor become staff. */
const isSoleOwner = ({ isYou, role }: TeamMember, members: readonly TeamMember[]): boolean =>
  isYou &&
  role === 'owner' &&
  !members.some((other) => !other.isYou && other.role === 'owner' && other.isKnown)

const actionsFor = ({ isYou, role }: TeamMember, isOwner: boolean): MemberAction[] => [
  ...(isOwner ? [role === 'owner' ? ('demote' as const) : ('promote' as const)] : []),
  ...(isYou ? ['leave' as const] : isOwner ? ['remove' as const] : []),
]

export function MemberRows({ members, isOwner, onAsk }: Props) {
  return (
    <ul className={classes.rows} aria-label={texts.members}>
      {members.map((member) => (
        <Member key={member.userId} member={member}>
          {isSoleOwner(member, members) ? (
            <Text size="sm" c="dimmed">
              {texts.soleOwner}
            </Text>
          ) : (
            actionsFor(member, isOwner).map((action) => (
              <Button
                key={action}
                variant="default"
                size="xs"
                className={action === 'remove' || action === 'leave' ? classes.danger : undefined}
                aria-label={texts.openOne(texts[action].open, memberName(member))}
                onClick={() => onAsk({ action, member })}
              >
                {texts[action].open}
              </Button>
            ))
          )}
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
