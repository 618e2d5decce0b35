import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/** Files by path that a signed-in page needs in addition to the files in its document. */
const Preloads = z.record(z.string(), z.array(z.string().startsWith('/')))
export type Preloads = z.infer<typeof Preloads>

/** Reads the preloads that the build wrote; a build without them has none. */
export const readPreloads = (file: string): Preloads =>
  existsSync(file) ? Preloads.parse(JSON.parse(readFileSync(file, 'utf8'))) : {}

/** Returns true when the path matches the route pattern: "/transactions/$transactionId" fits /transactions/txn_1. */
function matchesPattern(pattern: string, path: string): boolean {
  const patternParts = pattern.split('/')
  const parts = path.split('/')
  return (
    patternParts.length === parts.length &&
    patternParts.every((part, index) => part.startsWith('$') || part === parts[index])
  )
}

/**
 * Returns links that let a browser load a page's scripts in parallel instead of one after another. The nonce is filled
 * in with the document's other nonces.
 */
export function linksOf(preloads: Preloads, path: string): string {
  const files =
    preloads[path] ?? Object.entries(preloads).find(([key]) => matchesPattern(key, path))?.[1]
  return (files ?? []).map(linkOf).join('')
}

const linkOf = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="${file}" nonce="__CSP_NONCE__">`
    : `<link rel="modulepreload" fetchpriority="low" crossorigin href="${file}" nonce="__CSP_NONCE__">`
