import { Anchor, Center, Paper, Stack, Text } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Logo } from '#client/components/logo.tsx'
import { PageTitle } from '#client/components/page-title.tsx'
import { VisitorLanguages } from '#client/features/language/visitor-languages.tsx'
import { LegalLinks } from '#client/features/legal/legal-links.tsx'
import { usePageLanguage } from '#client/lib/hooks/use-page-language.ts'
import { languageFor } from '#client/lib/language-for.ts'
import { auth } from '#client/texts/en/auth.ts'
import { common } from '#client/texts/en/common.ts'
import { keepRedirect } from './auth-search.ts'

type Props = {
  texts: { title: string; subtitle: string }
  children: ReactNode
  /** Shown under the card. */
  below: ReactNode
}

/** The layout of the pages for visitors. */
export function AuthFrame({ texts, children, below }: Props) {
  usePageLanguage('it')
  useDocumentTitle(`${texts.title} · ${common.product}`)
  return (
    <Center component="main" id="content" mih="100dvh" p="md">
      <Stack w="100%" maw="25rem" gap="lg">
        <Stack align="center" gap={4} ta="center">
          <Logo large />
          <PageTitle mt="md" size="1.5rem">
            {texts.title}
          </PageTitle>
          <Text c="dimmed">{texts.subtitle}</Text>
        </Stack>
        <Paper p={{ base: 'md', xs: 'xl' }}>{children}</Paper>
        {below}
        <VisitorLanguages />
        <LegalLinks language={languageFor('it')} />
      </Stack>
    </Center>
  )
}

export function BackToSignIn({ redirect }: { redirect: string | undefined }) {
  return (
    <Text ta="center" size="sm">
      <Anchor
        inherit
        underline="always"
        renderRoot={(props) => <Link to="/sign-in" search={keepRedirect(redirect)} {...props} />}
      >
        {auth.backToSignIn}
      </Anchor>
    </Text>
  )
}
