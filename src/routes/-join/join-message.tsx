import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { join } from '#client/texts/en/join.ts'

type Props = {
  title: string
  text: string
  isPending?: boolean
  /** Offers a link to the dashboard. */
  withHome?: boolean
  action?: string
  onAction?: () => void
}

/** A problem with an invitation, and the action that may solve it. */
export function JoinMessage({
  title,
  text,
  isPending = false,
  withHome = false,
  action,
  onAction,
}: Props) {
  return (
    <Stack gap="md">
      <Alert color="yellow" role="alert" icon={<IconAlertCircle aria-hidden />}>
        <Text fw={600} mb={4}>
          {title}
        </Text>
        <Text size="sm">{text}</Text>
      </Alert>
      {action && (
        <Button size="md" fullWidth loading={isPending} onClick={onAction}>
          {action}
        </Button>
      )}
      {withHome && (
        <Button
          variant="default"
          size="md"
          fullWidth
          renderRoot={(props) => <Link to="/" {...props} />}
        >
          {join.home}
        </Button>
      )}
    </Stack>
  )
}

/** The text for unknown, used, expired and revoked invitations, which the server does not distinguish. */
export const InvitationEnded = () => <JoinMessage {...join.ended} withHome />
