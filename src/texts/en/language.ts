import type { LanguageMode } from '#server/shared/language.ts'

export type Language = {
  mode: LanguageMode
  /** What every screen speaks, where it is one language. */
  only?: 'it' | 'en'
  /** For dates, numbers and amounts: a BCP 47 tag. */
  locale: string
}

/** An American reads months first and a Briton does not: the browser says which English is meant. */
const own = globalThis.navigator?.languages?.find((tag) => /^en-/i.test(tag))

export const language: Language = { mode: 'en', only: 'en', locale: own ?? 'en-GB' }
