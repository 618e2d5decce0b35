import { Alert, Anchor, Center, Paper, Stack, Text } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { Logo } from '../../components/logo.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { useAfter } from '../../lib/use-after.ts'
import { usePageLanguage } from '../../lib/use-page-language.ts'
import { common } from '../../texts/common.ts'
import { trpc } from '../../trpc.ts'

const HINT_DELAY_MS = 5000

type Props = {
  texts: { title: string; subtitle: string; other: string; otherLink: string; hint: string }
  other: { to: '/sign-in' | '/sign-up'; search: { redirect?: string } }
  hintTone: 'yellow' | 'blue'
  /** Called when the visitor turns out to be signed in already. */
  onSignedIn: () => void
  children: ReactNode
  /** Below the form. */
  below?: ReactNode
}

export function AuthScreen({ texts, other, hintTone, onSignedIn, children, below }: Props) {
  usePageLanguage('it')
  useDocumentTitle(`${texts.title} · ${common.product}`)
  useLeaveWhenSignedIn(onSignedIn)
  const showHint = useAfter(HINT_DELAY_MS)
  return (
    <Center component="main" id="content" mih="100dvh" p="md">
      <Stack w="100%" maw="25rem" gap="lg">
        <Stack align="center" gap={4} ta="center">
          <Logo />
          <PageTitle mt="md" size="1.5rem">
            {texts.title}
          </PageTitle>
          <Text c="dimmed">{texts.subtitle}</Text>
        </Stack>
        <Paper p={{ base: 'md', xs: 'xl' }}>{children}</Paper>
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
        <div role="status">
          {showHint && (
            <Alert color={hintTone} icon={<IconInfoCircle aria-hidden />}>
              {texts.hint}
            </Alert>
          )}
        </div>
      </Stack>
    </Center>
  )
}

// Only who arrives signed in is sent on: signing in here has its own way to go on.
function useLeaveWhenSignedIn(onSignedIn: () => void) {
  const { data: user } = trpc.identity.current.useQuery()
  const isKnown = useRef(false)
  useEffect(() => {
    if (!user || isKnown.current) return
    isKnown.current = true
    onSignedIn()
  }, [user, onSignedIn])
}
