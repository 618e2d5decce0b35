import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/** The files that a path of the signed-in page needs beside those that its document names, by path. */
const Preloads = z.record(z.string(), z.array(z.string().startsWith('/')))
export type Preloads = z.infer<typeof Preloads>

/** As the build wrote them; a page that was built without has none. */
export const readPreloads = (file: string): Preloads =>
  existsSync(file) ? Preloads.parse(JSON.parse(readFileSync(file, 'utf8'))) : {}

/** "/transactions/$transactionId" fits /transactions/txn_1. */
function fits(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const parts = path.split('/')
  return (
    wanted.length === parts.length &&
    wanted.every((part, index) => part.startsWith('$') || part === parts[index])
  )
}

/**
 * Links with which a browser fetches a page's scripts at once, not one after the other as each names the
 * next. The nonce is filled in with those of the document.
 */
export function linksOf(preloads: Preloads, path: string): string {
  const found = preloads[path] ?? Object.entries(preloads).find(([key]) => fits(key, path))?.[1]
  return (found ?? []).map(linkOf).join('')
}

const linkOf = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="${file}" nonce="__CSP_NONCE__">`
    : `<link rel="modulepreload" crossorigin href="${file}" nonce="__CSP_NONCE__">`
