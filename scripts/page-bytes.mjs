// Prints how much each page of the built dashboard loads before its first figures: the scripts and styles that its
// document and its preloads name, compressed with Brotli as they are sent.
// node scripts/page-bytes.mjs            the Italian page
// node scripts/page-bytes.mjs en folder  another language, another build
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from './lib/paths.mjs'

const PAGES = ['/dashboard', '/transactions', '/analytics', '/customers']

const [mode = 'it', folder = inRoot('.')] = process.argv.slice(2)
const client = path.join(folder, 'dist/client')
const read = (name) => readFileSync(path.join(client, name), 'utf8')

const document = read(`index.${mode}.html`)
const preloads = JSON.parse(read(`.vite/preloads.${mode}.json`))
const inDocument = [...document.matchAll(/"(\/assets\/[\w.-]+\.(?:js|css))"/g)].map(
  ([, file]) => file,
)

/** Returns the size of a file as it is sent: small files are not compressed. */
function sentBytes(file) {
  const compressed = path.join(client, `${file}.br`)
  return statSync(existsSync(compressed) ? compressed : path.join(client, file)).size
}

const kb = (files) => (files.reduce((sum, file) => sum + sentBytes(file), 0) / 1000).toFixed(1)

process.stdout.write('| page | scripts | scripts, kB | styles, kB |\n|---|---:|---:|---:|\n')
for (const page of PAGES) {
  const files = [...new Set([...inDocument, ...preloads[page]])]
  const scripts = files.filter((file) => file.endsWith('.js'))
  const styles = files.filter((file) => file.endsWith('.css'))
  process.stdout.write(`| \`${page}\` | ${scripts.length} | ${kb(scripts)} | ${kb(styles)} |\n`)
}
