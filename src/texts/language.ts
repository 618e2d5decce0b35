import type { LanguageMode } from '#server/shared/language.ts'

export type Language = {
  mode: LanguageMode
  /** What every screen speaks, where it is one language. */
  only?: 'it' | 'en'
  /** For dates, numbers and amounts: a BCP 47 tag. */
  locale: string
}

/** Of the page as it was built: each mode is a build, whose dictionaries stand in for those of this folder. */
export const language: Language = { mode: 'spec', locale: 'en-US' }
