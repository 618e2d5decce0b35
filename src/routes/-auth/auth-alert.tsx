import { Alert, Anchor } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { config } from '#client/lib/config.ts'
import type { AuthFailure } from '#client/lib/session/auth-call.ts'
import { failureText, isLockedOut } from '#client/lib/words/failure-text.ts'
import { auth } from '#client/texts/en/auth.ts'
import { keepRedirect } from './auth-search.ts'

type Props = {
  failure: AuthFailure | string
  /** Offers a password reset to a person who is locked out. */
  offersReset?: boolean
  redirect?: string | undefined
}

export function AuthAlert({ failure, offersReset = false, redirect }: Props) {
  const isMessage = typeof failure === 'string'
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
      {isMessage ? failure : failureText(failure, auth)}
      {!isMessage && offersReset && config.hasMail && isLockedOut(failure) && (
        <>
          {' '}
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => (
              <Link to="/forgot-password" search={keepRedirect(redirect)} {...props} />
            )}
          >
            {auth.lockedOut}
          </Anchor>
        </>
      )}
    </Alert>
  )
}
