import { Center } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { NotFoundScreen } from '../../components/not-found-screen.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { SpinnerScreen } from '../../components/spinner-screen.tsx'
import { useSession } from '../../features/session/use-session.ts'
import { variant } from '../../lib/app-variant.ts'
import { common } from '../../texts/common.ts'
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
