import { Anchor, type AnchorProps, Group, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { config } from '#client/lib/config.ts'
import { type LegalLanguage, type LegalName, legal } from '#client/texts/legal.ts'

type LinksProps = {
  language: LegalLanguage
  /** Aligned with the content above: left in the app, centred on pages of one centred column. */
  justify?: 'flex-start' | 'center'
}

/** The legal links in every page's footer. */
export function LegalLinks({ language, justify = 'center' }: LinksProps) {
  const { navigation, links } = legal[language]
  return (
    <Group
      component="nav"
      aria-label={navigation}
      lang={language}
      gap="md"
      justify={justify}
      fz="xs"
      c="dimmed"
      py="md"
    >
      <LegalLink name="terms" language={language} c="inherit">
        {links.terms}
      </LegalLink>
      <LegalLink name="privacy" language={language} c="inherit">
        {links.privacy}
      </LegalLink>
    </Group>
  )
}

/** Returns the URL of a document: this site's page in the reader's language, or the operator's own URL. */
function hrefOf(name: LegalName, language: LegalLanguage): string {
  const source = config.legal[name]
  return source.kind === 'address' ? source.href : `/${name}?lang=${language}`
}

type Props = AnchorProps & {
  name: LegalName
  language: LegalLanguage
  /** The link's hint that it opens in another tab, so that a filled-in form is kept. */
  newTab?: string
  children: ReactNode
}

export function LegalLink({ name, language, newTab, children, ...props }: Props) {
  return (
    <Anchor
      inherit
      underline="always"
      href={hrefOf(name, language)}
      {...(newTab !== undefined && { target: '_blank', rel: 'noopener' })}
      {...props}
    >
      {children}
      {newTab !== undefined && <VisuallyHidden> {newTab}</VisuallyHidden>}
    </Anchor>
  )
}
