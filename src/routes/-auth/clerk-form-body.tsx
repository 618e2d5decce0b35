import { Alert, Button, Center, Group, Loader, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { retryClerk, useClerkState } from '#client/lib/clerk/clerk-link.ts'
import { ClerkSlot, type SlotContent } from '#client/lib/clerk/clerk-slots.tsx'
import { languageFor } from '#client/lib/language-for.ts'
import { signOut } from '#client/lib/session/auth.ts'
import { authMore } from '#client/texts/en/auth-more.ts'
import { trpc } from '#client/trpc.ts'

const texts = authMore.clerk

export type ClerkFormProps = {
  kind: 'sign-in' | 'sign-up'
  /** The path to open after signing in. */
  to: string
}

/** Clerk's form, or its loading and error states. */
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
  // The person is signed in at Clerk, but not here: Clerk's form would redirect at once, and the guard would
  // redirect back.
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
  <FormNotice title={texts.failed} text={texts.failedText}>
    <Button variant="default" onClick={retryClerk}>
      {texts.retry}
    </Button>
  </FormNotice>
)

function Refused({ onRetry }: { onRetry: () => void }) {
  const [isStuck, setIsStuck] = useState(false)
  // No redirect: this page is already for visitors.
  const leave = async () => setIsStuck(!(await signOut(async () => undefined)).ok)
  return (
    <FormNotice title={texts.refused} text={isStuck ? texts.signOutFailed : texts.refusedText}>
      <Button variant="default" onClick={onRetry}>
        {texts.retry}
      </Button>
      <Button variant="subtle" onClick={() => void leave()}>
        {texts.signOut}
      </Button>
    </FormNotice>
  )
}

type FormNoticeProps = { title: string; text: string; children: ReactNode }

const FormNotice = ({ title, text, children }: FormNoticeProps) => (
  <Stack gap="md" lang={languageFor('it')}>
    <Alert color="red" role="alert" title={title} icon={<IconAlertCircle aria-hidden />}>
      <Text size="sm">{text}</Text>
    </Alert>
    <Group justify="center" gap="sm">
      {children}
    </Group>
  </Stack>
)
