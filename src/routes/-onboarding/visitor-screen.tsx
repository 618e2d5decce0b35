import { Center, Paper, Stack, Text } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { PlainFrame } from '../../features/shell/plain-frame.tsx'
import { usePageLanguage } from '../../lib/use-page-language.ts'
import { common } from '../../texts/common.ts'
import { onboarding } from '../../texts/onboarding.ts'
import { shell } from '../../texts/shell.ts'
import { SignInButton } from '../-auth/sign-in-button.tsx'

/** The development app leads nobody away: who is not signed in is told what to do here. */
export function VisitorScreen() {
  usePageLanguage('it')
  useDocumentTitle(`${shell.titles.onboarding} · ${common.product}`)
  return (
    <PlainFrame user={undefined} signIn={<SignInButton />}>
      <Center mih="50vh">
        <Paper p="xl" maw="32rem">
          <Stack align="center" gap="md" ta="center">
            <Text>{onboarding.signInFirst}</Text>
            <SignInButton />
          </Stack>
        </Paper>
      </Center>
    </PlainFrame>
  )
}
