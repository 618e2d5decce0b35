// A page in one language: its dictionaries stand in for those of the mix that the specification describes.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from './paths.mjs'

const folder = inRoot('src/texts')

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
    async resolveId(source, importer) {
      if (mode === 'spec' || !source.includes('texts/')) return undefined
      const found = await this.resolve(source, importer, { skipSelf: true })
      if (!found || path.dirname(found.id) !== folder) return found
      const own = path.join(folder, mode, path.basename(found.id))
      return existsSync(own) ? own : found
    },
    transformIndexHtml: (html) =>
      html
        .replace('__LANGUAGE__', spoken)
        .replace('__DESCRIPTION__', words[spoken].description)
        .replace('__NO_SCRIPT__', words[spoken].noScript),
  }
}
