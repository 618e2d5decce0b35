import { Alert, Anchor } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { integration } from '#client/texts/en/integration.ts'
import { shell } from '#client/texts/en/shell.ts'
import { trpc } from '#client/trpc.ts'
import { isCurrentDestination, mainNavigation } from './navigation.ts'

const integrationPage = mainNavigation.find(({ to }) => to === '/integration')

/** Warns that webhook events are being lost, on every page except Integration, which shows its own warning. */
export function EndpointNotice() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const { data } = trpc.integrations.list.useQuery()
  // The notice surrounds every page, so a malformed response must not crash them.
  const isDisabled = Array.isArray(data) && data.some(({ disabledAt }) => disabledAt !== null)
  if (!isDisabled || (integrationPage && isCurrentDestination(integrationPage, pathname)))
    return null
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

/** Leads a person without a merchant to the onboarding, on pages without a redirect. */
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
