import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import type { AuthFailure, Outcome } from '../../../lib/auth-call.ts'
import { profile } from '../../../texts/profile.ts'
import { FailureAlert } from './failure-alert.tsx'

type Props<T> = {
  text: string
  action: string
  back?: string
  isDestructive?: boolean
  onSubmit: (password: string) => Promise<Outcome<T>>
  onDone: (answer: T) => void
  onCancel: () => void
}

/** In a dialog: what happens takes the password. */
export function PasswordPrompt<T>(props: Props<T>) {
  const { text, action, back = profile.cancel, isDestructive, onSubmit, onDone, onCancel } = props
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<AuthFailure>()
  const [isPending, setIsPending] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const refuse = (message: string) => {
    setError(message)
    field.current?.select()
    field.current?.focus()
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    setError(undefined)
    setFailure(undefined)
    if (!password) {
      refuse(profile.missingPassword)
      return
    }
    setIsPending(true)
    const outcome = await onSubmit(password)
    setIsPending(false)
    if (outcome.ok) onDone(outcome.answer)
    else if (outcome.failure.code === 'INVALID_PASSWORD') refuse(profile.failures.INVALID_PASSWORD)
    else setFailure(outcome.failure)
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">{text}</Text>
        {failure && <FailureAlert failure={failure} />}
        <PasswordInput
          ref={field}
          data-autofocus
          name="password"
          label={profile.password}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': profile.showPassword }}
          required
          withAsterisk={false}
          maxLength={128}
          error={error}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={isPending} onClick={onCancel}>
            {back}
          </Button>
          <Button type="submit" loading={isPending} color={isDestructive ? 'red.9' : undefined}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
