import { Anchor, Button, Center, Paper, Stack, Text } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { Logo } from '../../components/logo.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { usePageLanguage } from '../../lib/use-page-language.ts'
import { landing } from '../../texts/landing.ts'
import { VisitorFrame } from './visitor-frame.tsx'

/** What the full app shows to who is not signed in, where no page of theirs would be. */
export function LandingScreen() {
  usePageLanguage('it')
  useDocumentTitle(landing.title)
  return (
    <VisitorFrame>
      <Center mih="70vh">
        <Paper component="section" p={{ base: 'lg', xs: 'xl' }} maw="28rem" w="100%">
          <Stack align="center" ta="center" gap="sm">
            <Logo />
            <PageTitle mt="xs" size="1.625rem">
              {landing.subtitle}
            </PageTitle>
            <Text c="dimmed">{landing.text}</Text>
            <Button
              size="md"
              fullWidth
              mt="md"
              // Its data would only be refused to a visitor.
              renderRoot={(props) => <Link to="/dashboard" preload={false} {...props} />}
            >
              {landing.enter}
            </Button>
            <Anchor
              mt={4}
              underline="always"
              renderRoot={(props) => <Link to="/clerk-visual-guide" preload={false} {...props} />}
            >
              {landing.guide}
            </Anchor>
          </Stack>
        </Paper>
      </Center>
    </VisitorFrame>
  )
}
