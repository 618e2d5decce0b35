import type { Language } from '../language.ts'

/** An American reads months first and a Briton does not: the browser says which English is meant. */
const own = globalThis.navigator?.languages?.find((tag) => /^en-/i.test(tag))

export const language: Language = { mode: 'en', only: 'en', locale: own ?? 'en-GB' }
