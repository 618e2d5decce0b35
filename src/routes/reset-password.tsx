import { Alert, Button, PasswordInput, Stack } from '@mantine/core'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { createFileRoute, Link, Navigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useForm } from '../lib/hooks/use-form.ts'
import { resetPassword } from '../lib/session/auth.ts'
import type { AuthFailure } from '../lib/session/auth-call.ts'
import { auth } from '../texts/en/auth.ts'
import { authMore } from '../texts/en/auth-more.ts'
import { queryClient } from '../trpc.ts'
import { AuthAlert } from './-auth/auth-alert.tsx'
import { AuthFrame, BackToSignIn } from './-auth/auth-frame.tsx'
import { embeddedOnly } from './-auth/auth-search.ts'
import { checkNewPassword } from './-auth/credentials.ts'

export const Route = createFileRoute('/reset-password')({
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    // The router parses a token of only digits as a number.
    search.token === undefined ? {} : { token: String(search.token) },
  beforeLoad: embeddedOnly,
  component: ResetPasswordPage,
})

const texts = authMore.reset

type State = 'asking' | 'done' | 'invalid'

function ResetPasswordPage() {
  const { token } = Route.useSearch()
  const [state, setState] = useState<State>('asking')
  // Mails that merely link to the reset page contain no token.
  if (!token) return <Navigate to="/forgot-password" replace />
  return (
    <AuthFrame texts={texts} below={<BackToSignIn redirect={undefined} />}>
      {state === 'asking' ? (
        <PasswordForm token={token} onState={setState} />
      ) : (
        <Outcome isDone={state === 'done'} />
      )}
    </AuthFrame>
  )
}

type FormProps = { token: string; onState: (state: State) => void }

function PasswordForm({ token, onState }: FormProps) {
  const [failure, setFailure] = useState<AuthFailure>()
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: checkNewPassword(password) }),
  })

  const submit = form.onSubmit(
    async ({ password }) => {
      const outcome = await resetPassword({ newPassword: password, token })
      if (outcome.ok) {
        // The reset ended all sessions, including this browser's.
        queryClient.clear()
        onState('done')
      } else if (outcome.failure.code === 'INVALID_TOKEN') onState('invalid')
      else setFailure(outcome.failure)
    },
    { onTry: () => setFailure(undefined) },
  )

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {failure && <AuthAlert failure={failure} />}
        <PasswordInput
          name="password"
          label={auth.newPassword}
          description={auth.passwordHelp}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': auth.showPassword }}
          required
          withAsterisk={false}
          size="md"
          {...form.input('password')}
        />
        <Button type="submit" size="md" fullWidth disabled={form.isSending} mt="xs">
          {form.isSending ? auth.pending : texts.submit}
        </Button>
      </Stack>
    </form>
  )
}

function Outcome({ isDone }: { isDone: boolean }) {
  const message = useRef<HTMLDivElement>(null)
  useEffect(() => message.current?.focus(), [])
  const Icon = isDone ? IconCheck : IconAlertCircle
  return (
    <Stack gap="md">
      <Alert
        ref={message}
        tabIndex={-1}
        color={isDone ? 'green' : 'red'}
        icon={<Icon aria-hidden />}
      >
        {isDone ? texts.done : texts.invalid}
      </Alert>
      <Button
        size="md"
        fullWidth
        renderRoot={(props) => (
          <Link to={isDone ? '/sign-in' : '/forgot-password'} search={{}} {...props} />
        )}
      >
        {isDone ? texts.toSignIn : texts.askAgain}
      </Button>
    </Stack>
  )
}
