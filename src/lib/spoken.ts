import { language } from '../texts/en/language.ts'

/** The language of words that are in this one where the specification mixes two. */
export const spoken = (inMix: 'it' | 'en'): 'it' | 'en' => language.only ?? inMix

export const { locale } = language

/** For dates and figures among words that are in this language where the specification mixes two. */
export const localeOf = (inMix: 'it' | 'en'): string =>
  language.only === undefined && inMix === 'it' ? 'it-IT' : locale
