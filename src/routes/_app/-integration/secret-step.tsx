import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { integration } from '../../../texts/integration.ts'
import classes from './integration.module.css'

const texts = integration.once

type Props = { text: string; label: string; secret: string; note?: ReactNode; onDone: () => void }

/** The only time that a secret is shown. */
export function SecretStep({ text, label, secret, note, onDone }: Props) {
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
        onFocus={({ currentTarget }) => currentTarget.select()}
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
