import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { languageFor } from '#client/lib/language-for.ts'
import { LegalLinks } from '../features/legal/legal-links.tsx'
import { DocumentLinks, DocumentPage } from '../features/reading/document-page.tsx'
import { useSession } from '../features/session/use-session.ts'
import { PlainFrame } from '../features/shell/plain-frame.tsx'
import { usePageLanguage } from '../lib/hooks/use-page-language.ts'
import { readMarkdown } from '../lib/words/markdown.ts'
import { reading } from '../texts/en/reading.ts'
import { SignInButton } from './-auth/sign-in-button.tsx'
import { UnknownPath } from './-landing/unknown-path.tsx'
import { guides, guideUrl } from './-reading/guides.ts'

export const Route = createFileRoute('/docs/$guide')({ component: GuideRoute })

function GuideRoute() {
  return <GuidePage slug={Route.useParams().guide} />
}

/**
 * A document of the docs folder, readable without an account, because programs are written before signing up.
 */
function GuidePage({ slug }: { slug: string }) {
  const guide = guides.find((each) => each.slug === slug)
  return guide ? <Guide slug={guide.slug} text={guide.text} /> : <UnknownPath />
}

function Guide({ slug, text }: { slug: string; text: string }) {
  usePageLanguage('en')
  const session = useSession()
  const blocks = useMemo(() => readMarkdown(text), [text])
  useShownAnchor(slug)
  return (
    <PlainFrame
      user={'user' in session ? session.user : undefined}
      title={null}
      signIn={<SignInButton />}
      footer={<LegalLinks language={languageFor('en')} />}
      isUnknown={session.state === 'failed' || session.state === 'loading'}
    >
      <DocumentPage
        blocks={blocks}
        resolve={guideUrl}
        withContents
        navigation={
          <DocumentLinks
            label={reading.documents}
            links={[
              { href: '/docs', label: reading.docs },
              ...guides
                .filter(({ file }) => file.endsWith('.md'))
                .map((each) => ({
                  href: `/docs/${each.slug}`,
                  label: each.label,
                  isCurrent: each.slug === slug,
                })),
              { href: '/api/reference', label: reading.reference },
            ]}
          />
        }
      />
    </PlainFrame>
  )
}

/** Scrolls to the URL's fragment, because the text is rendered after the browser has looked for it. */
function useShownAnchor(slug: string) {
  useEffect(() => {
    const id = decodeURIComponent(window.location.hash.slice(1))
    if (slug !== '' && id !== '') document.getElementById(id)?.scrollIntoView()
  }, [slug])
}
