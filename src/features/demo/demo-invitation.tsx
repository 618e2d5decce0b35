import { Alert, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { config, isDevelopment } from '#client/lib/config.ts'
import { signUp } from '#client/lib/session/auth.ts'
import { demo } from '#client/texts/en/demo.ts'
import { trpc } from '#client/trpc.ts'

/**
 * True where a demo can be started. A demo is a guest account, so it needs the embedded identity provider and
 * e-mail addresses without confirmation.
 */
export const offersDemo = isDevelopment && config.identity === 'embedded' && !config.verifiesEmail

type Props = { onReady: () => void }

/** Starts a demo merchant with a payment history in one click, below the development sign-in form. */
export function DemoInvitation({ onReady }: Props) {
  const { start, isStarting, hasFailed } = useStartDemo(onReady)
  return (
    <Stack gap="xs" align="center">
      <Text size="sm" c="dimmed">
        {demo.invite}
      </Text>
      <Button variant="default" onClick={start} disabled={isStarting}>
        {isStarting ? demo.starting : demo.start}
      </Button>
      {hasFailed && (
        <Alert color="red" role="alert">
          {demo.failed}
        </Alert>
      )}
    </Stack>
  )
}

/** The landing page's button. */
export function DemoButton({ onReady, variant }: Props & { variant: 'filled' | 'default' }) {
  const { start, isStarting, hasFailed } = useStartDemo(onReady)
  return (
    <>
      <Button size="md" px="md" variant={variant} onClick={start} loading={isStarting}>
        {demo.start}
      </Button>
      {hasFailed && (
        <Alert color="red" role="alert" w="100%">
          {demo.failed}
        </Alert>
      )}
    </>
  )
}

/** Creates a guest account with unguessable credentials and its own demo merchant. */
function useStartDemo(onReady: () => void) {
  const [isStarting, setIsStarting] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const { mutateAsync: create } = trpc.demo.create.useMutation()

  const start = async () => {
    setIsStarting(true)
    setHasFailed(false)
    const guest = crypto.randomUUID()
    const outcome = await signUp({
      email: `demo-${guest}@example.com`,
      password: crypto.randomUUID(),
      name: demo.userName,
    })
    const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions()
    const isReady =
      outcome.ok &&
      (await create({ timezone }).then(
        () => true,
        () => false,
      ))
    setIsStarting(false)
    if (isReady) onReady()
    else setHasFailed(true)
  }
  return { start, isStarting, hasFailed }
}
