import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type Form, useForm } from '#client/lib/hooks/use-form.ts'
import type { AuthFailure, Outcome } from '#client/lib/session/auth-call.ts'
import { auth } from '#client/texts/en/auth.ts'
import { AuthAlert } from './auth-alert.tsx'
import { type Credentials, checkCredentials, refusalsOf } from './credentials.ts'

type Props<T> = {
  withName?: boolean
  submitLabel: string
  /** The failure of an earlier step, shown until the next attempt. */
  earlier?: AuthFailure | string | undefined
  /** Passed on to the password reset. */
  redirect?: string | undefined
  onSubmit: (credentials: Credentials) => Promise<Outcome<T>>
  onDone: (response: T, credentials: Credentials) => void
  /** Called with a failure; returns true when it handled the failure, so that the form shows none. */
  onFailure?: (failure: AuthFailure, credentials: Credentials) => boolean
  /** Shown between the password and the button. */
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
  const [failure, setFailure] = useState(earlier)
  const form = useForm<Credentials>({
    initial: { name: '', email: '', password: '' },
    check: (values) => checkCredentials(values, { withName }),
  })

  const submit = form.onSubmit(
    async ({ name, email, password }) => {
      const credentials = { name: name.trim(), email: email.trim(), password }
      const outcome = await onSubmit(credentials)
      if (outcome.ok) onDone(outcome.data, credentials)
      else if (withName && form.refuse(refusalsOf(outcome.failure))) return
      else if (!onFailure?.(outcome.failure, credentials)) setFailure(outcome.failure)
    },
    { onTry: () => setFailure(undefined) },
  )

  return (
    <form onSubmit={submit} noValidate>
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
            {...form.input('name')}
          />
        )}
        <EmailField autoComplete={withName ? 'email' : 'username'} {...form.input('email')} />
        <PasswordInput
          name="password"
          label={auth.password}
          description={withName ? auth.passwordHelp : undefined}
          autoComplete={withName ? 'new-password' : 'current-password'}
          visibilityToggleButtonProps={{ 'aria-label': auth.showPassword }}
          required
          withAsterisk={false}
          size="md"
          {...form.input('password')}
        />
        {aside}
        <Button type="submit" size="md" fullWidth disabled={form.isSending} mt="xs">
          {form.isSending ? auth.pending : submitLabel}
        </Button>
      </Stack>
    </form>
  )
}

type EmailProps = { autoComplete: 'email' | 'username' } & ReturnType<Form<Credentials>['input']>

export function EmailField(props: EmailProps) {
  return (
    <TextInput
      name="email"
      type="email"
      label={auth.email}
      autoCapitalize="none"
      spellCheck={false}
      required
      withAsterisk={false}
      size="md"
      {...props}
    />
  )
}
