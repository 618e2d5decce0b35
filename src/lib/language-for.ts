import { language } from '../texts/en/language.ts'

/**
 * Returns the page's language, or `inMix` where the page mixes Italian and English as the specification does.
 */
export const languageFor = (inMix: 'it' | 'en'): 'it' | 'en' => language.only ?? inMix

export const { locale } = language

/**
 * True in the specification's mix of languages, whose pages keep its texts and controls. Pages in one language omit
 * what only repeats another control or addresses developers.
 */
export const isSpecMode = language.mode === 'spec'

/**
 * Returns the locale for dates and figures next to words in the language of `languageFor(inMix)`. `inMix` is the
 * language of these words where the page mixes Italian and English.
 */
export const localeOf = (inMix: 'it' | 'en'): string =>
  language.only === undefined && inMix === 'it' ? 'it-IT' : locale
