import { Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { resendVerification } from '#client/lib/session/auth.ts'
import type { AuthFailure } from '#client/lib/session/auth-call.ts'
import { auth } from '#client/texts/en/auth.ts'
import { authMore } from '#client/texts/en/auth-more.ts'
import { AuthAlert } from './auth-alert.tsx'

const texts = authMore.checkMail

type Props = { email: string; onSignIn: () => void }

/** Asks the person to open the link that confirms their e-mail address. */
export function CheckMail({ email, onSignIn }: Props) {
  const [state, setState] = useState<'waiting' | 'sending' | 'sent'>('waiting')
  const [failure, setFailure] = useState<AuthFailure>()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])

  const resend = async () => {
    setFailure(undefined)
    setState('sending')
    const outcome = await resendVerification(email)
    setState(outcome.ok ? 'sent' : 'waiting')
    if (!outcome.ok) setFailure(outcome.failure)
  }

  return (
    <Stack gap="md">
      <Title order={2} ref={title} tabIndex={-1}>
        {texts.title}
      </Title>
      <Text>{texts.text(email)}</Text>
      <Text size="sm" c="dimmed">
        {texts.help}
      </Text>
      {failure && <AuthAlert failure={failure} />}
      <Button variant="default" disabled={state === 'sending'} onClick={() => void resend()}>
        {state === 'sending' ? auth.pending : texts.again}
      </Button>
      <Text role="status" size="sm" ta="center">
        {state === 'sent' ? texts.sent : ''}
      </Text>
      <Anchor component="button" type="button" size="sm" underline="always" onClick={onSignIn}>
        {auth.backToSignIn}
      </Anchor>
    </Stack>
  )
}
