// A page in one language, or in the mix that the specification describes: modules import the English dictionaries, in
// whose place those of the mode stand where there are some.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from './paths.mjs'

const SCREENS = inRoot('src') + path.sep
const DICTIONARY = /\/texts\/(?:en|it|spec)\/[^/]+$/

const words = {
  it: {
    description: 'Incasso: ricevi pagamenti e vedi dove sono i soldi.',
    noScript: 'Incasso ha bisogno di JavaScript.',
  },
  en: {
    description: 'Incasso: take payments and see where the money is.',
    noScript: 'Incasso needs JavaScript to run.',
  },
}

/** The modes that a page is built in; the first is what a visitor sees until they choose. */
export const LANGUAGE_MODES = ['spec', 'it', 'en']

/** @returns {import('vite').Plugin} */
export function textsIn(mode) {
  if (!LANGUAGE_MODES.includes(mode)) throw new Error(`There is no language mode ${mode}.`)
  const spoken = mode === 'spec' ? 'en' : mode
  return {
    name: 'texts',
    enforce: 'pre',
    async resolveId(source, importer = '') {
      // Dictionaries, and tests of them, name one another as they are.
      const isScreen = importer.startsWith(SCREENS) && !DICTIONARY.test(importer)
      if (mode === 'en' || !isScreen || !source.includes('texts/en/')) return undefined
      const found = await this.resolve(source, importer, { skipSelf: true })
      if (!found) return found
      const own = found.id.replace(/\/en\/([^/]+)$/, `/${mode}/$1`)
      return existsSync(own) ? own : found
    },
    transformIndexHtml: (html) =>
      html
        .replace('__LANGUAGE__', spoken)
        .replace('__DESCRIPTION__', words[spoken].description)
        .replace('__NO_SCRIPT__', words[spoken].noScript),
  }
}
