import { readdirSync } from 'node:fs'
import { inRoot } from '../lib/paths.mjs'

/** Processors whose names are ordinary words, which any file may contain. */
const ORDINARY = new Set(['sandbox', 'transfer'])

const names = readdirSync(inRoot('src-server/services/processors'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !ORDINARY.has(entry.name))
  .map(({ name }) => name)

/**
 * Processors that have the name of a payment method. Any file may name the method, but not the processor's
 * folder, hosts and settings.
 */
const METHODS = new Set(['paypal'])

/** Files outside the processors' folders that may name one: settings, texts for people, docs and the registry. */
const MAY_NAME = [
  /^src-server\/config\//,
  /\.docs\.ts$/,
  /^src\/texts\//,
  /^src\/routes\/_app\/-environment\/env-settings\.ts$/,
  /^src-server\/services\/processors\/registry\.ts$/,
  // A processor's name is also a common password.
  /^src-server\/services\/identity\/embedded\/passwords\/common-passwords\.rules\.ts$/,
]

/** Returns the processor that a product file outside that processor's folder names; undefined where it names none. */
export function foreignProcessor(path, text) {
  if (!/^(src|src-server)\//.test(path) || MAY_NAME.some((each) => each.test(path))) {
    return undefined
  }
  const lower = text.toLowerCase()
  return names.find((name) => {
    if (path.includes(`/processors/${name}/`)) return false
    if (!METHODS.has(name)) return lower.includes(name)
    const isCompared = new RegExp(`processor\\W{1,8}'${name}'`).test(lower)
    return (
      isCompared ||
      [`processors/${name}`, `${name}.com`, `${name}_`, `'${name}-`].some((part) =>
        lower.includes(part),
      )
    )
  })
}
