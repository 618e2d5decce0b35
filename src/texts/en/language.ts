import type { LanguageMode } from '#server/shared/language.ts'

export type Language = {
  mode: LanguageMode
  /** The language of every screen; undefined where the specification mixes two. */
  only?: 'it' | 'en'
  /** The locale of dates, numbers and amounts: a BCP 47 tag. */
  locale: string
}

/** The browser's variant of English: Americans write the month first and Britons do not. */
const own = globalThis.navigator?.languages?.find((tag) => /^en-/i.test(tag))

export const language: Language = { mode: 'en', only: 'en', locale: own ?? 'en-GB' }
