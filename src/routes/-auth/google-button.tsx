import { Button, Divider, Stack } from '@mantine/core'
import { IconBrandGoogle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { redirectToGoogle } from '#client/lib/session/auth.ts'
import type { AuthFailure } from '#client/lib/session/auth-call.ts'
import { safePath } from '#client/lib/session/safe-path.ts'
import { auth } from '#client/texts/en/auth.ts'
import { AuthAlert } from './auth-alert.tsx'

type Props = { redirect?: string | undefined }

export function GoogleButton({ redirect }: Props) {
  const [failure, setFailure] = useState<AuthFailure>()
  const [isLeaving, setIsLeaving] = useState(false)
  useReturn(() => setIsLeaving(false))

  const leave = async () => {
    setFailure(undefined)
    setIsLeaving(true)
    const outcome = await redirectToGoogle(safePath(redirect))
    if (outcome.ok) return
    setIsLeaving(false)
    setFailure(outcome.failure)
  }

  return (
    <Stack gap="md">
      <Divider label={auth.google.or} />
      {failure && <AuthAlert failure={failure} />}
      <Button
        variant="default"
        size="md"
        fullWidth
        disabled={isLeaving}
        onClick={() => void leave()}
        leftSection={<IconBrandGoogle size={18} aria-hidden />}
      >
        {isLeaving ? auth.pending : auth.google.submit}
      </Button>
    </Stack>
  )
}

/** Resets the page when Back from Google restores it from the browser's back/forward cache. */
function useReturn(onReturn: () => void) {
  useEffect(() => {
    const check = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onReturn()
    }
    window.addEventListener('pageshow', check)
    return () => window.removeEventListener('pageshow', check)
  })
}
