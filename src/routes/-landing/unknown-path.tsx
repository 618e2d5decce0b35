import { Button, Center, Stack, Text } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { Logo } from '#client/components/logo.tsx'
import { PageTitle } from '#client/components/page-title.tsx'
import { SpinnerScreen } from '#client/components/spinner-screen.tsx'
import { useSession } from '#client/features/session/use-session.ts'
import { variant } from '#client/lib/app-variant.ts'
import { common } from '#client/texts/common.ts'
import { LandingScreen } from './landing-screen.tsx'

/** What stands at an address where there is no page. */
export function UnknownPath() {
  return variant === 'development' ? <PlainNotFound /> : <NotFoundOrLanding />
}

function PlainNotFound() {
  useDocumentTitle(`${common.notFoundPlain} · ${common.product}`)
  return (
    <Center component="main" id="content" mih="100dvh" p="md">
      <PageTitle>{common.notFoundPlain}</PageTitle>
    </Center>
  )
}

function NotFoundOrLanding() {
  const session = useSession()
  if (session.state === 'loading') return <SpinnerScreen />
  return session.state === 'signed-out' ? <LandingScreen /> : <NotFoundScreen />
}

function NotFoundScreen() {
  useDocumentTitle(`${common.notFoundTitle} · ${common.product}`)
  return (
    <Center component="main" id="content" mih="100dvh" p="md">
      <Stack align="center" ta="center" gap="sm">
        <Logo />
        <PageTitle mt="md">{common.notFoundTitle}</PageTitle>
        <Text c="dimmed" maw="26rem">
          {common.notFoundHelp}
        </Text>
        <Button mt="sm" renderRoot={(props) => <Link to="/" {...props} />}>
          {common.goHome}
        </Button>
      </Stack>
    </Center>
  )
}
