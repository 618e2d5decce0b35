// What a document names beside its scripts, so that a browser fetches in one go what it would find out step by step.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ENTRY = 'index.html'
const FRAME = 'routes/_app.tsx?tsr-split=component'
const PAGE = /^routes\/_app\/([\w$/-]+)\.tsx\?tsr-split=component$/
const FONT = /inter-latin-wght-normal\.woff2$/

/** The files of a chunk and of all that it imports at once. */
function filesOf(manifest, key, known = new Map()) {
  const { file, imports = [], css = [] } = manifest[key]
  if (known.has(key)) return known
  known.set(key, [file, ...css])
  for (const imported of imports) filesOf(manifest, imported, known)
  return known
}

/** "/transactions/$transactionId" of routes/_app/transactions/$transactionId.tsx. */
const pathOf = (name) => `/${name}`.replace(/\/index$/, '') || '/'

/**
 * Writes, beside the manifest of one page, which files each of its signed-in paths needs and the document does
 * not name yet, and names the font of every page in the document. Throws when the build has no such chunks.
 * @returns {Record<string, string[]>}
 */
export function preloadsOf(manifest) {
  const begun = filesOf(manifest, ENTRY)
  const frame = filesOf(manifest, FRAME)
  const preloads = {}
  for (const key of Object.keys(manifest)) {
    const [, name] = PAGE.exec(key) ?? []
    if (!name) continue
    const wanted = new Map([...frame, ...filesOf(manifest, key)])
    const files = [...wanted].flatMap(([chunk, own]) => (begun.has(chunk) ? [] : own))
    preloads[pathOf(name)] = files.map((file) => `/${file}`)
  }
  if (!preloads['/dashboard']) throw new Error('The manifest has no chunk of the dashboard.')
  return preloads
}

export function nameFont(document, manifest) {
  const key = Object.keys(manifest).find((source) => FONT.test(source))
  if (!key) throw new Error('The manifest has no font.')
  const link = `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${manifest[key].file}">`
  return document.replace('</title>', `</title>\n    ${link}`)
}

/** Of the page that was just built into this folder: its document and its preloads under the mode's name. */
export function finishDocument(folder, mode) {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const document = readFileSync(join(folder, 'index.html'), 'utf8')
  writeFileSync(join(folder, `index.${mode}.html`), nameFont(document, manifest))
  writeFileSync(join(folder, `.vite/preloads.${mode}.json`), JSON.stringify(preloadsOf(manifest)))
}
