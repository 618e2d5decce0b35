import { Menu } from '@mantine/core'
import { currentLanguage } from '#client/lib/chosen-language.ts'
import { useSaveLanguage } from '#client/lib/hooks/use-save-language.ts'
import { languageFor } from '#client/lib/language-for.ts'
import { languages } from '#client/texts/languages.ts'
import type { LanguageMode } from '#server/shared/language.ts'

const modes = ['it', 'en', 'spec'] as const satisfies LanguageMode[]

/** The language choice in the user menu. Reloads the page once the server has saved the language. */
export function LanguageChoice() {
  const save = useSaveLanguage('en')
  const label = languages.label[languageFor('en')]
  return (
    <>
      <Menu.Label>{label}</Menu.Label>
      <Menu.RadioGroup value={currentLanguage} aria-label={label}>
        {modes.map((mode) => (
          <Menu.RadioItem
            key={mode}
            value={mode}
            lang={mode === 'spec' ? undefined : mode}
            onChange={() => save.mutate({ language: mode })}
          >
            {languages.names[mode]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}
