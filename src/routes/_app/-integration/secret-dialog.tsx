import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Dialog } from '#client/components/dialogs/dialog.tsx'
import { integration } from '#client/texts/en/integration.ts'
import classes from './integration.module.css'

type Props = {
  title: string
  text: string
  label: string
  secret: string
  note?: ReactNode
  onClose: () => void
}

export function SecretDialog({ title, text, label, secret, note, onClose }: Props) {
  return (
    <Dialog title={title} onClose={undefined}>
      <SecretStep text={text} label={label} secret={secret} note={note} onDone={onClose} />
    </Dialog>
  )
}

const texts = integration.once

type SecretStepProps = {
  text: string
  label: string
  secret: string
  note?: ReactNode
  onDone: () => void
}

/** Shows a secret, which is shown only once. */
function SecretStep({ text, label, secret, note, onDone }: SecretStepProps) {
  const clipboard = useClipboard({ timeout: 2000 })
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const Icon = clipboard.copied ? IconCheck : IconCopy
  return (
    <Stack gap="md">
      <Text size="sm">{text}</Text>
      <TextInput
        ref={field}
        label={label}
        readOnly
        className={classes.secret}
        value={secret}
        // Selects backwards, so that the field shows the beginning, which identifies the secret.
        onFocus={({ currentTarget }) =>
          currentTarget.setSelectionRange(0, secret.length, 'backward')
        }
      />
      {clipboard.error && (
        <Text size="sm" role="alert">
          {texts.notCopied}
        </Text>
      )}
      {note}
      <Group justify="space-between" gap="sm">
        <Button
          variant="default"
          leftSection={<Icon size={16} aria-hidden />}
          onClick={() => clipboard.copy(secret)}
        >
          <span aria-live="polite">{clipboard.copied ? texts.copied : texts.copy}</span>
        </Button>
        <Button onClick={onDone}>{texts.done}</Button>
      </Group>
    </Stack>
  )
}
