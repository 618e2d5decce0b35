import type { LanguageMode } from '#server/shared/language.ts'

/** Each language in its own words, the same on every page. */
export const languages = {
  label: { it: 'Lingua', en: 'Language' },
  names: {
    it: 'Italiano',
    en: 'English',
    spec: 'Italiano + English',
  } satisfies Record<LanguageMode, string>,
} as const
