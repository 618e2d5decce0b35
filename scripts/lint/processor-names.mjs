import { readdirSync } from 'node:fs'
import { inRoot } from '../lib/paths.mjs'

/** Ordinary words beside names of processors. */
const ORDINARY = new Set(['sandbox', 'transfer'])

const names = readdirSync(inRoot('src-server/services/processors'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !ORDINARY.has(entry.name))
  .map(({ name }) => name)

/** Files beside the processors' own folders that may name one: settings, texts for people, docs and the list itself. */
const MAY_NAME = [
  /^src-server\/config\//,
  /\.docs\.ts$/,
  /^src\/texts\//,
  /^src\/routes\/_app\/-environment\/env-settings\.ts$/,
  /^src-server\/services\/processors\/registry\.ts$/,
  // A password that too many people have.
  /^src-server\/services\/identity\/embedded\/passwords\/common-passwords\.rules\.ts$/,
]

/** The processor that a product file names although it is not the processor's own; undefined where it names none. */
export function foreignProcessor(path, text) {
  if (!/^(src|src-server)\//.test(path) || MAY_NAME.some((each) => each.test(path))) {
    return undefined
  }
  return names.find(
    (name) => !path.includes(`/processors/${name}/`) && text.toLowerCase().includes(name),
  )
}
