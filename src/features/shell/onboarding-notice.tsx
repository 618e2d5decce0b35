import { Alert, Anchor } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { shell } from '../../texts/shell.ts'

/** For who is signed in without a merchant, where no guard leads them to the onboarding. */
export function OnboardingNotice() {
  return (
    <Alert
      color="yellow"
      icon={<IconInfoCircle aria-hidden />}
      maw="75rem"
      mx="auto"
      mb="lg"
      role="note"
    >
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
