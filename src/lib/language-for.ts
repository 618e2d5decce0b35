import { language } from '../texts/en/language.ts'

/** Returns the page's language, or `inMix` where the specification mixes two languages. */
export const languageFor = (inMix: 'it' | 'en'): 'it' | 'en' => language.only ?? inMix

export const { locale } = language

/** Returns the locale for dates and figures among words of that language. */
export const localeOf = (inMix: 'it' | 'en'): string =>
  language.only === undefined && inMix === 'it' ? 'it-IT' : locale
