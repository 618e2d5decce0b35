import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import type { signUp } from '../../lib/auth.ts'
import { auth } from '../../texts/auth.ts'
import { authFailureText } from './auth-failure.ts'
import { type Credentials, type CredentialErrors, checkCredentials } from './credentials.ts'

type Props = {
  withName?: boolean
  submitLabel: string
  onSubmit: (credentials: Credentials) => ReturnType<typeof signUp>
  onDone: () => void
}

export function CredentialsForm({ withName = false, submitLabel, onSubmit, onDone }: Props) {
  const [errors, setErrors] = useState<CredentialErrors>({})
  const [failure, setFailure] = useState<string>()
  const [isPending, setIsPending] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const text = (name: string) => String(data.get(name) ?? '')
    const credentials = {
      name: text('name').trim(),
      email: text('email').trim(),
      password: text('password'),
    }
    const found = checkCredentials(credentials, { withName })
    setErrors(found)
    setFailure(undefined)
    const [firstBad] = Object.keys(found)
    if (firstBad) {
      form.current?.querySelector<HTMLInputElement>(`input[name="${firstBad}"]`)?.focus()
      return
    }
    setIsPending(true)
    const outcome = await onSubmit(credentials)
    setIsPending(false)
    if (outcome.ok) onDone()
    else setFailure(authFailureText(outcome.failure))
  }

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="md">
        {failure && (
          <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
            {failure}
          </Alert>
        )}
        {withName && (
          <TextInput
            name="name"
            label={auth.name}
            autoComplete="name"
            required
            withAsterisk={false}
            size="md"
            error={errors.name}
          />
        )}
        <TextInput
          name="email"
          type="email"
          label={auth.email}
          autoComplete={withName ? 'email' : 'username'}
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          size="md"
          error={errors.email}
        />
        <PasswordInput
          name="password"
          label={auth.password}
          description={withName ? auth.passwordHelp : undefined}
          autoComplete={withName ? 'new-password' : 'current-password'}
          visibilityToggleButtonProps={{ 'aria-label': auth.showPassword }}
          required
          withAsterisk={false}
          size="md"
          error={errors.password}
        />
        <Button type="submit" size="md" fullWidth disabled={isPending} mt="xs">
          {isPending ? auth.pending : submitLabel}
        </Button>
      </Stack>
    </form>
  )
}
