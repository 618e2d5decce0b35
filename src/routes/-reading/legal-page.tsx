import { Alert, Anchor, Code, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { ErrorState } from '#client/components/error-state.tsx'
import { SpinnerScreen } from '#client/components/spinner-screen.tsx'
import { LegalLinks } from '#client/features/legal/legal-links.tsx'
import { DocumentPage } from '#client/features/reading/document-page.tsx'
import { useSession } from '#client/features/session/use-session.ts'
import { PlainFrame } from '#client/features/shell/plain-frame.tsx'
import { config } from '#client/lib/config.ts'
import { usePageLanguage } from '#client/lib/hooks/use-page-language.ts'
import { inlineOf, readMarkdown } from '#client/lib/words/markdown.ts'
import { type LegalLanguage, type LegalName, legal } from '#client/texts/legal.ts'
import { legalDocuments } from '#client/texts/legal-documents.ts'
import { SignInButton } from '../-auth/sign-in-button.tsx'

type Props = { name: LegalName; language: LegalLanguage }

/** The terms or the privacy policy, readable without signing in: the operator's text, or the sandbox's. */
export function LegalPage({ name, language }: Props) {
  usePageLanguage(language)
  const session = useSession()
  return (
    <PlainFrame
      user={'user' in session ? session.user : undefined}
      title={null}
      signIn={<SignInButton />}
      isUnknown={session.state === 'failed' || session.state === 'loading'}
    >
      <LegalText name={name} language={language} />
    </PlainFrame>
  )
}

function LegalText({ name, language }: Props) {
  const source = config.legal[name]
  switch (source.kind) {
    case 'default':
      return <DefaultText name={name} language={language} />
    case 'file':
      return <OperatorText name={name} language={language} />
    case 'address':
      return <ExternalRedirect href={source.href} label={legal[language].links[name]} />
  }
}

function DefaultText({ name, language }: Props) {
  const { notice, other } = legal[language]
  const blocks = useMemo(() => readMarkdown(legalDocuments[language][name]), [language, name])
  const otherLanguage = language === 'it' ? 'en' : 'it'
  return (
    <DocumentPage
      blocks={blocks}
      lang={language}
      resolve={webUrl}
      notice={
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          <Text fw={600} size="sm" mb={4}>
            {notice.title}
          </Text>
          {inlineOf(notice.text).map((part) =>
            part.kind === 'code' ? (
              <Code key={part.text}>{part.text}</Code>
            ) : (
              'text' in part && part.text
            ),
          )}
        </Alert>
      }
      navigation={
        <Group justify="space-between">
          <LegalLinks language={language} />
          <Anchor size="sm" href={`/${name}?lang=${otherLanguage}`} lang={otherLanguage}>
            {other}
          </Anchor>
        </Group>
      }
    />
  )
}

/** The operator's own text, which the server reads at its start. */
function OperatorText({ name, language }: Props) {
  const { loading, failed, links } = legal[language]
  const query = useQuery({
    queryKey: ['legal', name],
    queryFn: async () => {
      const response = await fetch(`/api/legal/${name}`)
      if (!response.ok) throw new Error(String(response.status))
      return response.text()
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const blocks = useMemo(() => withTitle(query.data ?? '', links[name]), [query.data, links, name])
  if (query.isPending) return <SpinnerScreen label={loading} />
  if (query.isError) {
    return (
      <ErrorState
        title={failed}
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  }
  return (
    <DocumentPage
      blocks={blocks}
      resolve={webUrl}
      navigation={<LegalLinks language={language} />}
    />
  )
}

/** Adds the title to a text without a first heading, such as plain text. */
function withTitle(text: string, title: string) {
  const blocks = readMarkdown(text)
  return blocks[0]?.kind === 'heading' ? blocks : [...readMarkdown(`# ${title}`), ...blocks]
}

const webUrl = (href: string): string | undefined =>
  /^(?:https:\/\/|mailto:|#|\/)/.test(href) ? href : undefined

/** Redirects visitors who typed the path; links lead to the operator's URL directly. */
function ExternalRedirect({ href, label }: { href: string; label: string }) {
  useEffect(() => {
    window.location.replace(href)
  }, [href])
  return (
    <Text ta="center" py="xl">
      <Anchor href={href}>{label}</Anchor>
    </Text>
  )
}
