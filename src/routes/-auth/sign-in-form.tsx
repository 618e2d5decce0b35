import { Anchor, Box, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { SpinnerScreen } from '#client/components/spinner-screen.tsx'
import { config } from '#client/lib/config.ts'
import { signIn } from '#client/lib/session/auth.ts'
import type { AuthFailure } from '#client/lib/session/auth-call.ts'
import { auth } from '#client/texts/en/auth.ts'
import { keepRedirect } from './auth-search.ts'
import { CredentialsForm } from './credentials-form.tsx'

const SecondStepForm = lazy(() =>
  import('./second-step-form.tsx').then((module) => ({ default: module.SecondStepForm })),
)
const CheckMail = lazy(() =>
  import('./check-mail.tsx').then((module) => ({ default: module.CheckMail })),
)
const GoogleButton = lazy(() =>
  import('./google-button.tsx').then((module) => ({ default: module.GoogleButton })),
)

type Props = {
  /** True in a dialog, so that the page below it stays open. */
  staysHere?: boolean
  /** The path to open after signing in, for people who leave the page meanwhile. */
  redirect?: string | undefined
  /** The error reported by the link that led here. */
  earlier?: string | undefined
  onDone: () => void
}

type Step = { name: 'password' } | { name: 'code' } | { name: 'check-mail'; email: string }

export function SignInForm({ staysHere = false, redirect, earlier, onDone }: Props) {
  const [step, setStep] = useState<Step>({ name: 'password' })
  const [failure, setFailure] = useState<AuthFailure | string | undefined>(earlier)

  const restart = (reason?: AuthFailure) => {
    setFailure(reason)
    setStep({ name: 'password' })
  }

  if (step.name === 'password') {
    return (
      <Stack gap="md">
        <CredentialsForm
          submitLabel={auth.signIn.submit}
          earlier={failure}
          redirect={redirect}
          onSubmit={(credentials) => signIn(credentials, { staysHere })}
          onDone={(next) => {
            if (next === 'second-step') setStep({ name: 'code' })
            else onDone()
          }}
          onFailure={({ code }, { email }) => {
            if (code !== 'EMAIL_NOT_VERIFIED') return false
            setStep({ name: 'check-mail', email })
            return true
          }}
          aside={config.hasMail && <ForgotPasswordLink redirect={redirect} />}
        />
        {config.hasGoogle && (
          <Suspense fallback={<Box h="4.75rem" />}>
            <GoogleButton redirect={redirect} />
          </Suspense>
        )}
      </Stack>
    )
  }
  return (
    <Suspense fallback={<SpinnerScreen label={auth.loading} />}>
      {step.name === 'code' ? (
        <SecondStepForm staysHere={staysHere} onDone={onDone} onRestart={restart} />
      ) : (
        <CheckMail email={step.email} onSignIn={() => restart()} />
      )}
    </Suspense>
  )
}

function ForgotPasswordLink({ redirect }: Pick<Props, 'redirect'>) {
  return (
    <Anchor
      size="sm"
      ta="end"
      underline="always"
      renderRoot={(props) => (
        <Link to="/forgot-password" search={keepRedirect(redirect)} {...props} />
      )}
    >
      {auth.forgotLink}
    </Anchor>
  )
}
