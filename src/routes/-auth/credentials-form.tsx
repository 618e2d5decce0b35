import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { AuthFailure, Outcome } from '../../lib/auth-call.ts'
import { auth } from '../../texts/auth.ts'
import { AuthAlert } from './auth-alert.tsx'
import {
  type Credentials,
  type CredentialErrors,
  checkCredentials,
  refusalsOf,
} from './credentials.ts'

type Props<T> = {
  withName?: boolean
  submitLabel: string
  /** What went wrong before, said until the next try. */
  earlier?: AuthFailure | string | undefined
  /** Kept on the way to choosing a new password. */
  redirect?: string | undefined
  onSubmit: (credentials: Credentials) => Promise<Outcome<T>>
  onDone: (answer: T, credentials: Credentials) => void
  /** Told of a failure; the answer is whether that is all, and the form need not say it. */
  onFailure?: (failure: AuthFailure, credentials: Credentials) => boolean
  /** Between the password and the button. */
  aside?: ReactNode
}

export function CredentialsForm<T>({
  withName = false,
  submitLabel,
  earlier,
  redirect,
  onSubmit,
  onDone,
  onFailure,
  aside,
}: Props<T>) {
  const [errors, setErrors] = useState<CredentialErrors>({})
  const [failure, setFailure] = useState(earlier)
  const [isPending, setIsPending] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  /** Marks the fields; false when there are none. */
  const refuse = (found: CredentialErrors): boolean => {
    setErrors(found)
    const [first] = Object.keys(found)
    if (first) form.current?.querySelector<HTMLInputElement>(`input[name="${first}"]`)?.focus()
    return first !== undefined
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const credentials = credentialsIn(new FormData(event.currentTarget))
    const found = checkCredentials(credentials, { withName })
    setFailure(undefined)
    if (refuse(found)) return
    setIsPending(true)
    const outcome = await onSubmit(credentials)
    setIsPending(false)
    if (outcome.ok) onDone(outcome.answer, credentials)
    else if (withName && refuse(refusalsOf(outcome.failure))) return
    else if (!onFailure?.(outcome.failure, credentials)) setFailure(outcome.failure)
  }

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="md">
        {failure && <AuthAlert failure={failure} offersReset={!withName} redirect={redirect} />}
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
        <EmailField autoComplete={withName ? 'email' : 'username'} error={errors.email} />
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
        {aside}
        <Button type="submit" size="md" fullWidth disabled={isPending} mt="xs">
          {isPending ? auth.pending : submitLabel}
        </Button>
      </Stack>
    </form>
  )
}

function credentialsIn(data: FormData): Credentials {
  const text = (name: string) => String(data.get(name) ?? '')
  return {
    name: text('name').trim(),
    email: text('email').trim(),
    password: text('password'),
  }
}

type EmailProps = { autoComplete: 'email' | 'username'; error: string | undefined }

export function EmailField({ autoComplete, error }: EmailProps) {
  return (
    <TextInput
      name="email"
      type="email"
      label={auth.email}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      required
      withAsterisk={false}
      size="md"
      error={error}
    />
  )
}
