// Preloads that a document names in addition to its scripts. The browser fetches these files at once, instead of
// discovering them import by import.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ENTRY = 'index.html'
const FRAME = 'routes/_app.tsx?tsr-split=component'
const PAGE = /^routes\/_app\/([\w$/-]+)\.tsx\?tsr-split=component$/
const FONT = /inter-latin-wght-normal\.woff2$/

/** Returns the files of a chunk and of all its static imports, direct and indirect. */
function filesOf(manifest, key, visited = new Map()) {
  const { file, imports = [], css = [] } = manifest[key]
  if (visited.has(key)) return visited
  visited.set(key, [file, ...css])
  for (const imported of imports) filesOf(manifest, imported, visited)
  return visited
}

/** Returns "/transactions/$transactionId" for routes/_app/transactions/$transactionId.tsx. */
const pathOf = (name) => `/${name}`.replace(/\/index$/, '') || '/'

/**
 * Returns, for each signed-in path, the files that its page needs and that the document does not name yet.
 * Throws when the manifest has no chunk of the dashboard.
 * @returns {Record<string, string[]>}
 */
export function preloadsOf(manifest) {
  const documentFiles = filesOf(manifest, ENTRY)
  const frame = filesOf(manifest, FRAME)
  const preloads = {}
  for (const key of Object.keys(manifest)) {
    const [, name] = PAGE.exec(key) ?? []
    if (!name) continue
    const needed = new Map([...frame, ...filesOf(manifest, key)])
    const files = [...needed].flatMap(([chunk, own]) => (documentFiles.has(chunk) ? [] : own))
    preloads[pathOf(name)] = files.map((file) => `/${file}`)
  }
  if (!preloads['/dashboard']) throw new Error('The manifest has no chunk of the dashboard.')
  return preloads
}

/** Sources of what opens on a page: dialogs, panels and the palette. */
const OVERLAY = /^(?:components|features)\//

/**
 * Returns all files of the signed-in pages, and of what opens on them, that the document does not name. The browser
 * stores these files while idle.
 */
export function filesOfPages(preloads, manifest) {
  const documentFiles = filesOf(manifest, ENTRY)
  const overlays = Object.keys(manifest)
    .filter((key) => manifest[key].isDynamicEntry && OVERLAY.test(manifest[key].src ?? ''))
    .flatMap((key) => [...filesOf(manifest, key)])
    .flatMap(([chunk, own]) => (documentFiles.has(chunk) ? [] : own.map((file) => `/${file}`)))
  return [...new Set([...Object.values(preloads).flat(), ...overlays])]
}

/** Adds to the document the URL of a list of all pages' files. */
const addPagesList = (document, listUrl) =>
  document.replace('</title>', `</title>\n    <meta name="incasso-pages" content="${listUrl}">`)

/** Adds a preload of the font, which every page needs, to the document. Throws when the manifest has no font. */
export function addFontPreload(document, manifest) {
  const key = Object.keys(manifest).find((source) => FONT.test(source))
  if (!key) throw new Error('The manifest has no font.')
  const link = `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${manifest[key].file}">`
  return document.replace('</title>', `</title>\n    ${link}`)
}

/** Lets the styles and the font arrive before the program, so that the spinner is painted early on a slow network. */
const lowerProgramPriority = (document) =>
  document.replaceAll('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"')

/** Writes `text` under a name that changes with it, so that browsers may cache it forever. Returns its URL. */
function writeHashed(folder, name, text) {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8)
  writeFileSync(join(folder, `assets/${name}-${hash}.json`), text)
  return `/assets/${name}-${hash}.json`
}

/** Writes the document and the preloads of the dashboard just built into `folder`, under the mode's name. */
export function finishDocument(folder, mode) {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const document = readFileSync(join(folder, 'index.html'), 'utf8')
  const preloads = preloadsOf(manifest)
  const listUrl = writeHashed(folder, 'pages', JSON.stringify(filesOfPages(preloads, manifest)))
  writeFileSync(
    join(folder, `index.${mode}.html`),
    addPagesList(addFontPreload(lowerProgramPriority(document), manifest), listUrl),
  )
  writeFileSync(join(folder, `.vite/preloads.${mode}.json`), JSON.stringify(preloads))
}
