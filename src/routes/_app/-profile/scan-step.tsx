import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CopyIcon } from '../../../components/copy-icon.tsx'
import type { AuthFailure } from '../../../lib/auth-call.ts'
import { finishSecondStep } from '../../../lib/own-auth.ts'
import { profile } from '../../../texts/profile.ts'
import { FailureAlert } from './failure-alert.tsx'
import classes from './profile.module.css'
import { QrCode } from './qr-code.tsx'

const texts = profile.secondStep

const keyOf = (uri: string): string => new URL(uri).searchParams.get('secret') ?? ''

/** In fours, as people read and type it. */
const inFours = (key: string): string => key.replaceAll(/(.{4})(?=.)/g, '$1 ')

type Props = { uri: string; onDone: () => void; onCancel: () => void }

/** The app learns the key, and shows with a code that it did. */
export function ScanStep({ uri, onDone, onCancel }: Props) {
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<AuthFailure>()
  const [isPending, setIsPending] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const key = keyOf(uri)
  useEffect(() => field.current?.focus(), [])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const code = String(new FormData(event.currentTarget).get('code') ?? '').replaceAll(/\s/g, '')
    const isComplete = /^\d{6}$/.test(code)
    setFailure(undefined)
    setError(isComplete ? undefined : texts.scan.missing)
    if (!isComplete) {
      field.current?.focus()
      return
    }
    setIsPending(true)
    const outcome = await finishSecondStep(code)
    setIsPending(false)
    if (outcome.ok) {
      onDone()
      return
    }
    setFailure(outcome.failure)
    field.current?.select()
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">{texts.scan.text}</Text>
        <QrCode text={uri} />
        <Group gap="xs" wrap="nowrap" justify="center">
          <Text size="sm" c="dimmed">
            {texts.scan.key}
          </Text>
          <Code className={classes.key}>{inFours(key)}</Code>
          <CopyIcon value={key} label={texts.scan.copyKey} />
        </Group>
        {failure && <FailureAlert failure={failure} />}
        <TextInput
          ref={field}
          name="code"
          label={texts.scan.code}
          description={texts.scan.codeHelp}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          required
          withAsterisk={false}
          maxLength={12}
          error={error}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={isPending} onClick={onCancel}>
            {profile.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {texts.turnOn}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
