import { Alert, Button, Center, Group, Loader, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { retryClerk, useClerkState } from '#client/lib/clerk/clerk-link.ts'
import { ClerkSlot, type SlotContent } from '#client/lib/clerk/clerk-slots.tsx'
import { signOut } from '#client/lib/session/auth.ts'
import { spoken } from '#client/lib/spoken.ts'
import { authMore } from '#client/texts/en/auth-more.ts'
import { trpc } from '#client/trpc.ts'

const texts = authMore.clerk

export type ClerkFormProps = {
  kind: 'sign-in' | 'sign-up'
  /** Where signing in leads. */
  to: string
}

/** Clerk's form, and what stands in its place while there is none. */
export function ClerkFormBody({ kind, to }: ClerkFormProps) {
  const clerk = useClerkState()
  const identity = trpc.identity.current.useQuery()
  const content = useMemo(
    (): SlotContent => (kind === 'sign-in' ? { kind, to } : { kind, signInTo: to }),
    [kind, to],
  )
  if (clerk.name === 'failed') return <Failed />
  if (clerk.name === 'loading') return <Waiting />
  if (!clerk.userId) return <ClerkSlot content={content} mih={FORM_HEIGHT} />
  // Clerk's form would lead on at once, and the guard back to it.
  return identity.data === null && !identity.isFetching ? (
    <Refused onRetry={() => void identity.refetch()} />
  ) : (
    <Waiting />
  )
}

const FORM_HEIGHT = '16rem'

const Waiting = () => (
  <Center mih={FORM_HEIGHT} role="status" aria-label={texts.loading}>
    <Loader aria-hidden />
  </Center>
)

const Failed = () => (
  <Told title={texts.failed} text={texts.failedText}>
    <Button variant="default" onClick={retryClerk}>
      {texts.retry}
    </Button>
  </Told>
)

function Refused({ onRetry }: { onRetry: () => void }) {
  const [isStuck, setIsStuck] = useState(false)
  // This is a page for visitors already.
  const leave = async () => setIsStuck(!(await signOut(async () => undefined)).ok)
  return (
    <Told title={texts.refused} text={isStuck ? texts.signOutFailed : texts.refusedText}>
      <Button variant="default" onClick={onRetry}>
        {texts.retry}
      </Button>
      <Button variant="subtle" onClick={() => void leave()}>
        {texts.signOut}
      </Button>
    </Told>
  )
}

type ToldProps = { title: string; text: string; children: ReactNode }

const Told = ({ title, text, children }: ToldProps) => (
  <Stack gap="md" lang={spoken('it')}>
    <Alert color="red" role="alert" title={title} icon={<IconAlertCircle aria-hidden />}>
      <Text size="sm">{text}</Text>
    </Alert>
    <Group justify="center" gap="sm">
      {children}
    </Group>
  </Stack>
)
