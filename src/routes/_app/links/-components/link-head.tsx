import { Alert, Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCopyPlus,
  IconLock,
  IconMail,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { LinkBadge } from '#client/features/payment-links/link-badge.tsx'
import {
  amountWords,
  canBeMailed,
  hasNoMethod,
  inactiveReason,
} from '#client/features/payment-links/link-words.ts'
import { EditorsOnly } from '#client/lib/hooks/use-can-edit.tsx'
import { connectableNames } from '#client/processors/identities.ts'
import { useLinkCommands } from '#client/routes/_app/-links/use-link-commands.tsx'
import { linkMails } from '#client/texts/en/link-mails.ts'
import { paymentLinks } from '#client/texts/en/payment-links.ts'
import { trpc } from '#client/trpc.ts'
import type { PaymentLink } from '#server/features/payment-links/payment-links.schema.ts'
import classes from './links.module.css'

const texts = paymentLinks.actions

type Props = { link: PaymentLink; timezone: string }

export function LinkHead({ link, timezone }: Props) {
  const { commands, isBusy, dialog } = useLinkCommands()
  const { title, status } = link
  const { data: choices } = trpc.paymentLinks.choices.useQuery({ id: link.id })
  const reason = inactiveReason(link, timezone)
  const action = (label: string, Icon: TablerIcon, act: (link: PaymentLink) => unknown) => (
    <Button
      variant="default"
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => act(link)}
      aria-disabled={isBusy || undefined}
    >
      {label}
    </Button>
  )
  return (
    <Paper p={{ base: 'md', sm: 'lg' }}>
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap={4} miw={0}>
          <Text component="p" m={0} fz="xl" fw={650} lh={1.3} className={classes.words}>
            {title}
          </Text>
          <Group gap="sm">
            <Text component="span" fw={600}>
              {amountWords(link, choices)}
            </Text>
            <div role="status">
              <LinkBadge status={status} />
              {reason && (
                <Text size="xs" c="dimmed" component="span">
                  {` ${reason}`}
                </Text>
              )}
            </div>
          </Group>
        </Stack>
        <Group gap="xs">
          <EditorsOnly>
            {status === 'active' && action(texts.pause, IconPlayerPause, commands.pauseOrResume)}
            {status === 'paused' &&
              !hasNoMethod(link) &&
              action(texts.resume, IconPlayerPlay, commands.pauseOrResume)}
            {canBeMailed(link) && action(linkMails.send.open, IconMail, commands.send)}
            {action(texts.duplicate, IconCopyPlus, commands.duplicate)}
            {action(texts.edit, IconPencil, commands.edit)}
            {link.closedAt === null && action(linkMails.close.open, IconLock, commands.close)}
          </EditorsOnly>
        </Group>
      </Group>
      {hasNoMethod(link) && <NoMethod />}
      {dialog}
    </Paper>
  )
}

function NoMethod() {
  const { noMethodTitle, noMethodText, noMethodAction } = paymentLinks.standing
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} mt="md">
      <strong>{noMethodTitle}.</strong> {noMethodText(connectableNames)}{' '}
      <Anchor
        size="sm"
        renderRoot={(props) => <Link {...props} to="/settings" search={{ tab: 'payments' }} />}
      >
        {noMethodAction}
      </Anchor>
    </Alert>
  )
}
