import { Button, Center, Paper } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconMapPinOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '#client/components/empty-state.tsx'
import { Page } from '#client/components/page.tsx'
import { PageTitle } from '#client/components/page-title.tsx'
import { Guard } from '#client/features/session/guard.tsx'
import { PlainFrame } from '#client/features/shell/plain-frame.tsx'
import { variant } from '#client/lib/app-variant.ts'
import { common } from '#client/texts/en/common.ts'
import { ProductFrame } from '../-frame/product-frame.tsx'
import { LandingScreen } from './landing-screen.tsx'

/** The page at an unknown path. */
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

const showUnknown = () => (
  <PlainFrame user={undefined} title={common.notFoundTitle} isUnknown>
    <NotFound />
  </PlainFrame>
)

function NotFoundOrLanding() {
  return (
    <Guard
      needsMerchant={false}
      isOpen={false}
      signedOut={<LandingScreen />}
      // The path has no page, so the viewer's identity does not matter.
      failed={showUnknown}
    >
      <ProductFrame>
        <NotFound />
      </ProductFrame>
    </Guard>
  )
}

function NotFound() {
  return (
    <Page title={common.notFoundTitle}>
      <Paper>
        <EmptyState
          icon={<IconMapPinOff size={28} stroke={1.5} aria-hidden />}
          text={common.notFoundHelp}
          action={
            <Button mt="sm" renderRoot={(props) => <Link to="/" {...props} />}>
              {common.goHome}
            </Button>
          }
        />
      </Paper>
    </Page>
  )
}
