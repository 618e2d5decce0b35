// Builds a page in one language, or in the mix of languages that the specification describes.
// Modules import the English dictionaries; the plugin replaces them with the dictionaries of the mode where the mode
// has its modeDictionary.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from './paths.mjs'

const SCREENS = inRoot('src') + path.sep
const DICTIONARY = /\/texts\/(?:en|it|spec)\/[^/]+$/

const pageTexts = {
  it: {
    description: 'Incasso: ricevi pagamenti e vedi dove sono i soldi.',
    noScript: 'Incasso ha bisogno di JavaScript.',
  },
  en: {
    description: 'Incasso: take payments and see where the money is.',
    noScript: 'Incasso needs JavaScript to run.',
  },
}

/** The language modes of the dashboard; visitors see the first until they choose another. */
export const LANGUAGE_MODES = ['spec', 'it', 'en']

/** @returns {import('vite').Plugin} */
export function textsIn(mode) {
  if (!LANGUAGE_MODES.includes(mode)) throw new Error(`There is no language mode ${mode}.`)
  const language = mode === 'spec' ? 'en' : mode
  return {
    name: 'texts',
    enforce: 'pre',
    async resolveId(source, importer = '') {
      // Imports by dictionaries and by tests remain unchanged.
      const isScreen = importer.startsWith(SCREENS) && !DICTIONARY.test(importer)
      if (mode === 'en' || !isScreen || !source.includes('texts/en/')) return undefined
      const found = await this.resolve(source, importer, { skipSelf: true })
      if (!found) return found
      const modeDictionary = found.id.replace(/\/en\/([^/]+)$/, `/${mode}/$1`)
      return existsSync(modeDictionary) ? modeDictionary : found
    },
    transformIndexHtml: (html) =>
      html
        .replace('__LANGUAGE__', language)
        .replace('__DESCRIPTION__', pageTexts[language].description)
        .replace('__NO_SCRIPT__', pageTexts[language].noScript),
  }
}
