import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { CreatedInvitation } from '#server/features/team/team.schema.ts'
import { DateText } from '../../../components/date-text.tsx'
import { useSignedIn } from '../../../features/session/signed-in.ts'
import { settings } from '../../../texts/settings.ts'
import classes from './settings.module.css'

const { team } = settings
const texts = team.invite

type Props = { invitation: CreatedInvitation; onDone: () => void }

/** The only time that the link is shown. */
export function LinkStep({ invitation: { link, email, expiresAt, delivery }, onDone }: Props) {
  const clipboard = useClipboard({ timeout: 2000 })
  const { timezone } = useSignedIn().merchant
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const isUnsent = delivery === 'refused' || delivery === 'limited'
  const Icon = clipboard.copied ? IconCheck : IconCopy
  return (
    <Stack gap="md">
      <Text size="sm" role={isUnsent ? 'alert' : undefined}>
        {texts.delivered[delivery](email ?? '')}
      </Text>
      <TextInput
        ref={field}
        label={texts.link}
        readOnly
        className={classes.link}
        value={link}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {clipboard.error && (
        <Text size="sm" role="alert">
          {texts.notCopied}
        </Text>
      )}
      <Text size="sm" c="dimmed" component="div">
        {email !== null && <div>{texts.onlyFor(email)}</div>}
        {team.expires} <DateText at={expiresAt} timezone={timezone} />
      </Text>
      <Group justify="space-between" gap="sm">
        <Button
          variant="default"
          leftSection={<Icon size={16} aria-hidden />}
          onClick={() => clipboard.copy(link)}
        >
          <span aria-live="polite">{clipboard.copied ? texts.copied : texts.copy}</span>
        </Button>
        <Button onClick={onDone}>{texts.done}</Button>
      </Group>
    </Stack>
  )
}
