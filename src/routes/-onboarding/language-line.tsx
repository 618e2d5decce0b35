import { Group, SegmentedControl, Text } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { currentLanguage, proposedLanguage } from '#client/lib/chosen-language.ts'
import { useSaveLanguage } from '#client/lib/hooks/use-save-language.ts'
import { languageFor } from '#client/lib/language-for.ts'
import { languages } from '#client/texts/languages.ts'
import { trpc } from '#client/trpc.ts'
import type { LanguageMode } from '#server/shared/language.ts'

const options = (['it', 'en', 'spec'] as const satisfies LanguageMode[]).map((value) => ({
  value,
  label: <span lang={value === 'spec' ? undefined : value}>{languages.names[value]}</span>,
}))

/** The language of the set-up and of all pages after it. A choice reloads the page, which keeps the answers. */
export function LanguageLine() {
  const { data } = trpc.preferences.current.useQuery()
  const save = useSaveLanguage('it')
  const label = languages.label[languageFor('it')]
  // Without a choice, the set-up ends by saving the proposed language. While the choice
  // is still loading, a person is taken to have none.
  const shown = data?.language ? currentLanguage : proposedLanguage()
  return (
    <Group gap="xs" mb="lg">
      <IconLanguage size={18} stroke={1.75} aria-hidden />
      <Text size="sm" fw={500} id="onboarding-language">
        {label}
      </Text>
      <SegmentedControl
        size="xs"
        aria-labelledby="onboarding-language"
        data={options}
        value={save.isError ? shown : (save.variables?.language ?? shown)}
        disabled={save.isPending}
        onChange={(language) => save.mutate({ language })}
      />
    </Group>
  )
}
