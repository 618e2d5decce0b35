import { Alert, Anchor, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useAfter } from '#client/lib/hooks/use-after.ts'
import { trpc } from '#client/trpc.ts'
import { AuthFrame } from './auth-frame.tsx'
import classes from './auth-screen.module.css'
import type { AuthSearch } from './auth-search.ts'

const HINT_DELAY_MS = 5000

type Props = {
  texts: { title: string; subtitle: string; other: string; otherLink: string; hint: string }
  other: { to: '/sign-in' | '/sign-up'; search: AuthSearch }
  hintTone: 'yellow' | 'blue'
  /** Called when the visitor is already signed in. */
  onSignedIn: () => void
  children: ReactNode
  /** Shown below the form. */
  below?: ReactNode
}

export function AuthScreen({ texts, other, hintTone, onSignedIn, children, below }: Props) {
  useLeaveWhenSignedIn(onSignedIn)
  return (
    <AuthFrame
      texts={texts}
      below={
        <>
          <Text ta="center" size="sm">
            {`${texts.other} `}
            <Anchor
              inherit
              underline="always"
              renderRoot={(props) => <Link to={other.to} search={other.search} {...props} />}
            >
              {texts.otherLink}
            </Anchor>
          </Text>
          {below}
          <Hint tone={hintTone}>{texts.hint}</Hint>
        </>
      }
    >
      {children}
    </AuthFrame>
  )
}

/** Reserves its height from the start, so that nothing shifts under the pointer when it appears. */
function Hint({ tone, children }: { tone: 'yellow' | 'blue'; children: string }) {
  const isDue = useAfter(HINT_DELAY_MS)
  return (
    <div className={classes.hint}>
      {!isDue && (
        <Alert
          role="presentation"
          aria-hidden
          className={classes.place}
          icon={<IconInfoCircle aria-hidden />}
        >
          <span data-text={children} />
        </Alert>
      )}
      <div role="status">
        {isDue && (
          <Alert color={tone} icon={<IconInfoCircle aria-hidden />}>
            {children}
          </Alert>
        )}
      </div>
    </div>
  )
}

// Only redirects visitors who arrive signed in: the sign-in form navigates by itself.
function useLeaveWhenSignedIn(onSignedIn: () => void) {
  const { data: user } = trpc.identity.current.useQuery()
  const wasCalled = useRef(false)
  useEffect(() => {
    if (!user || wasCalled.current) return
    wasCalled.current = true
    onSignedIn()
  }, [user, onSignedIn])
}
