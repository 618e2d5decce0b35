import { Group } from '@mantine/core'
import { legal, type LegalLanguage } from '../../texts/legal.ts'
import { LegalLink } from './legal-link.tsx'

/** At the foot of every page. */
export function LegalLinks({ language }: { language: LegalLanguage }) {
  const { navigation, links } = legal[language]
  return (
    <Group
      component="nav"
      aria-label={navigation}
      lang={language}
      gap="md"
      justify="center"
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
