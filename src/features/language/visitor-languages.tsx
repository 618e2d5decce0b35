import { Anchor, Group } from '@mantine/core'
import { chooseAsVisitor, currentLanguage } from '#client/lib/chosen-language.ts'
import { languageFor } from '#client/lib/language-for.ts'
import { languages } from '#client/texts/languages.ts'
import type { LanguageMode } from '#server/shared/language.ts'

const modes = ['it', 'en', 'spec'] as const satisfies LanguageMode[]

const langOf = { it: 'it', en: 'en', spec: undefined } as const

/** The language choice for visitors. Choosing reloads the page in that language. */
export function VisitorLanguages({ justify = 'center' }: { justify?: 'center' | 'start' }) {
  const label = languages.label[languageFor('it')]
  return (
    <Group component="nav" aria-label={label} gap="sm" justify={justify} fz="xs" wrap="wrap">
      {modes.map((mode) => (
        <Anchor
          key={mode}
          component="button"
          type="button"
          inherit
          lang={langOf[mode]}
          c={mode === currentLanguage ? undefined : 'dimmed'}
          fw={mode === currentLanguage ? 600 : undefined}
          aria-pressed={mode === currentLanguage}
          onClick={() => chooseAsVisitor(mode)}
        >
          {languages.names[mode]}
        </Anchor>
      ))}
    </Group>
  )
}
