import { Anchor, Button, Center, Paper, Stack, Text } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Logo } from '#client/components/logo.tsx'
import { PageTitle } from '#client/components/page-title.tsx'
import { VisitorLanguages } from '#client/features/language/visitor-languages.tsx'
import { LegalLinks } from '#client/features/legal/legal-links.tsx'
import { PlainFrame } from '#client/features/shell/plain-frame.tsx'
import { spoken } from '#client/lib/spoken.ts'
import { usePageLanguage } from '#client/lib/use-page-language.ts'
import { landing } from '#client/texts/sign-in-needed.ts'
import { SignInButton } from '../-auth/sign-in-button.tsx'

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

type Props = { children: ReactNode }

/** The frame of pages for who is not signed in. */
function VisitorFrame({ children }: Props) {
  return (
    <PlainFrame
      user={undefined}
      title={null}
      signIn={<SignInButton />}
      footer={
        <>
          <VisitorLanguages />
          <LegalLinks language={spoken('it')} />
        </>
      }
    >
      {children}
    </PlainFrame>
  )
}
