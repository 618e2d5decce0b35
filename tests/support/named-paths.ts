import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

const SKIPPED = new Set(['.git', 'node_modules', 'dist', 'data', 'backups', 'test-results'])

/** Yields the files of the project, as paths from its root. */
export function* listProjectFiles(folder = ''): Generator<string> {
  for (const entry of readdirSync(posix.join(root, folder), { withFileTypes: true })) {
    const name = posix.join(folder, entry.name)
    if (entry.isFile()) yield name
    else if (entry.isDirectory() && !SKIPPED.has(entry.name)) yield* listProjectFiles(name)
  }
}

/** Returns the text for readers: all of a document, or only the comments of code. */
export function readerTextOf(name: string): string {
  const text = readFileSync(posix.join(root, name), 'utf8')
  if (!/\.(?:[cm]?[jt]sx?|css)$/.test(name)) return text
  return [...text.matchAll(/(?<![^\s{])(?:\/\/[^\n]*|\/\*.*?\*\/)/gs)]
    .map(([words]) => words)
    .join('\n')
}

/**
 * Returns the paths in a text that begin at the project's root. Skips patterns and `<noun>`, which name no single file.
 */
export function findNamedPaths(text: string): string[] {
  const found = text.matchAll(
    /(?<![\w./#@{}*-])(?:src|src-server|src-sdk|db|docs|scripts|tests)\/[\w./$-]*(?![\w./$-]*[*<{…])/g,
  )
  return [...found].map(([path]) => path.replace(/\.+$/, ''))
}

/** Returns the relative links of a Markdown file, as paths from the project's root. */
export function findLinkedPaths(name: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link)
  return links
    .filter((link) => !/^[a-z]+:|^\//.test(link))
    .map((link) => posix.join(posix.dirname(name), link))
}

/** Returns true if the file or folder exists, for a path from the project's root. */
export const pathExists = (path: string) => existsSync(posix.join(root, path))
