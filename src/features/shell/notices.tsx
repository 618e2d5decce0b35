import { Alert, Anchor } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { integration } from '#client/texts/en/integration.ts'
import { shell } from '#client/texts/en/shell.ts'
import { trpc } from '#client/trpc.ts'
import { isAt, mainNavigation } from './navigation.ts'

const home = mainNavigation.find(({ to }) => to === '/integration')

/** On every page but the one that says it anyway: events are being lost. */
export function EndpointNotice() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const { data } = trpc.integrations.list.useQuery()
  // It stands around every page, so an answer of the wrong shape must not take them down with it.
  const isDisabled = Array.isArray(data) && data.some(({ disabledAt }) => disabledAt !== null)
  if (!isDisabled || (home && isAt(home, pathname))) return null
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} maw="75rem" mb="lg" role="note">
      {`${integration.notice.text} `}
      <Anchor
        inherit
        c="inherit"
        underline="always"
        renderRoot={(props) => <Link {...props} to="/integration" />}
      >
        {integration.notice.link}
      </Anchor>
    </Alert>
  )
}

/** For who is signed in without a merchant, where no guard leads them to the onboarding. */
export function OnboardingNotice() {
  return (
    <Alert color="yellow" icon={<IconInfoCircle aria-hidden />} maw="75rem" mb="lg" role="note">
      {`${shell.onboardingNeeded} `}
      <Anchor
        inherit
        c="inherit"
        underline="always"
        renderRoot={(props) => <Link to="/onboarding" {...props} />}
      >
        {shell.onboardingLink}
      </Anchor>
    </Alert>
  )
}
