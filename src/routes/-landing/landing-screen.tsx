import { Anchor, Button, Group, List, Stack, Text } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconBolt, IconListSearch, IconShieldCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { PageTitle } from '#client/components/page-title.tsx'
import { DemoButton, offersDemo } from '#client/features/demo/demo-invitation.tsx'
import { VisitorLanguages } from '#client/features/language/visitor-languages.tsx'
import { LegalLinks } from '#client/features/legal/legal-links.tsx'
import { PlainFrame } from '#client/features/shell/plain-frame.tsx'
import { usePageLanguage } from '#client/lib/hooks/use-page-language.ts'
import { isSpecMode, languageFor } from '#client/lib/language-for.ts'
import { landing } from '#client/texts/en/sign-in-needed.ts'
import { SignInButton } from '../-auth/sign-in-button.tsx'
import { DashboardPicture } from './dashboard-picture.tsx'
import classes from './landing.module.css'

/**
 * Shown to visitors who are not signed in, instead of the sign-in page: at unknown paths, and at pages with
 * `hasLanding`. The development app never shows it.
 */
export function LandingScreen() {
  usePageLanguage('it')
  useDocumentTitle(landing.title)
  return (
    <PlainFrame
      user={undefined}
      title={null}
      inMix="it"
      isWide
      signIn={<SignInButton />}
      footer={<LegalLinks language={languageFor('it')} />}
    >
      <div className={classes.landing}>
        <Stack gap="xl" component="section">
          <div>
            <PageTitle className={classes.title}>{landing.subtitle}</PageTitle>
            <Text c="dimmed" size="lg" mt="sm" maw="34rem">
              {landing.text}
            </Text>
          </div>
          <LandingActions />
          <Proofs />
        </Stack>
        <DashboardPicture />
      </div>
    </PlainFrame>
  )
}

function LandingActions() {
  return (
    <Stack gap="sm">
      <Group gap="sm" className={classes.actions}>
        {!isSpecMode && <RegisterButton variant="filled" />}
        {/* Reloads the document, so that the session is read again. */}
        {offersDemo && (
          <DemoButton
            variant={isSpecMode ? 'filled' : 'default'}
            onReady={() => window.location.assign('/')}
          />
        )}
        {isSpecMode && (
          <>
            <EnterButton variant={offersDemo ? 'default' : 'filled'} />
            <RegisterButton variant="default" />
          </>
        )}
      </Group>
      {isSpecMode && (
        <Anchor
          size="sm"
          underline="always"
          w="fit-content"
          renderRoot={(props) => <Link to="/clerk-visual-guide" preload={false} {...props} />}
        >
          {landing.guide}
        </Anchor>
      )}
      <VisitorLanguages justify="start" />
    </Stack>
  )
}

type ButtonProps = { variant: 'filled' | 'default' }

const RegisterButton = ({ variant }: ButtonProps) => (
  <Button
    size="md"
    px="md"
    variant={variant}
    renderRoot={(props) => <Link to="/sign-up" {...props} />}
  >
    {landing.register}
  </Button>
)

/** Leads to the sign-in page, as the header's button does, which therefore suffices in one language. */
const EnterButton = ({ variant }: ButtonProps) => (
  <Button
    size="md"
    px="md"
    variant={variant}
    // No preloading: the server would refuse the data to a visitor.
    renderRoot={(props) => <Link to="/dashboard" preload={false} {...props} />}
  >
    {landing.enter}
  </Button>
)

const icons = [IconBolt, IconShieldCheck, IconListSearch]

function Proofs() {
  return (
    <List spacing="md" listStyleType="none" className={classes.proofs}>
      {landing.proofs.map(({ title, text }, index) => {
        const Icon = icons[index] ?? IconBolt
        return (
          <List.Item key={title} icon={<Icon size={22} stroke={1.75} aria-hidden />}>
            <Text fw={600} size="sm">
              {title}
            </Text>
            <Text c="dimmed" size="sm">
              {text}
            </Text>
          </List.Item>
        )
      })}
    </List>
  )
}
