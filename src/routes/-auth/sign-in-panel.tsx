import { Anchor, Stack, Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { config } from '#client/lib/config.ts'
import { auth } from '#client/texts/en/auth.ts'
import { keepRedirect } from './auth-search.ts'
import { ClerkForm } from './clerk-form.tsx'
import { SignInForm } from './sign-in-form.tsx'

type Props = { onDone: () => void }

export function SignInPanel({ onDone }: Props) {
  const { href } = useLocation()
  const redirect = href === '/' ? undefined : href
  return (
    <Stack gap="md">
      {config.identity === 'clerk' ? (
        <ClerkForm kind="sign-in" to={href} />
      ) : (
        <SignInForm staysHere redirect={redirect} onDone={onDone} />
      )}
      <Text ta="center" size="sm">
        {`${auth.signIn.other} `}
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => <Link to="/sign-up" search={keepRedirect(redirect)} {...props} />}
        >
          {auth.signIn.otherLink}
        </Anchor>
      </Text>
    </Stack>
  )
}
