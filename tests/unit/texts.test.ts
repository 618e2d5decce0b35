import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const src = fileURLToPath(new URL('../../src/', import.meta.url))
const fileNames = (folderPath: string): string[] =>
  existsSync(folderPath) ? readdirSync(folderPath).toSorted() : []

/** Folders with a dictionary of each language. */
const folders = [
  `${src}texts/`,
  ...readdirSync(`${src}processors/`).map((name) => `${src}processors/${name}/texts/`),
].filter((folder) => existsSync(folder))

const dictionaries = folders.flatMap((folder) =>
  fileNames(`${folder}en`).map((name) => [name, folder] as const),
)

type Leaf = [path: string, value: unknown]

/** Returns every value of a dictionary with its path. */
function leavesOf(value: unknown, path: string): Leaf[] {
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return [[path, value]]
  return Object.entries(value).flatMap(([key, each]) => leavesOf(each, `${path}.${key}`))
}

const load = async (file: string): Promise<Leaf[]> => leavesOf(await import(file), '')

/** Returns the parts of a text that must be the same in each language: link targets, and text between backticks. */
const fixedIn = (path: string, text: string): string[] =>
  path.endsWith('.href')
    ? [text]
    : [...text.matchAll(/`[^`]+`/g)].map(([fixed]) => fixed).toSorted()

/**
 * Matches paths whose keys may differ between the languages: groups of actions, whose keys are translated, and
 * fields of log entries. English fields without a text of their own are split at their capitals.
 */
const isOpen = (path: string): boolean =>
  path.startsWith('.auditLog.fields.') || path.startsWith('.auditLog.actionGroups.')

test.each(folders)('every dictionary of %s exists in both languages', (folder) => {
  const english = fileNames(`${folder}en`)
  expect(fileNames(`${folder}it`)).toEqual(english)
  expect(english).toEqual(expect.arrayContaining(fileNames(`${folder}spec`)))
})

test.each(dictionaries)(
  '%s has the same keys and the same fixed texts in both',
  async (name, folder) => {
    const isMixed = fileNames(`${folder}spec`).includes(name)
    const [italian, english, mixed] = await Promise.all([
      load(`${folder}it/${name}`),
      load(`${folder}en/${name}`),
      load(`${folder}${isMixed ? 'spec' : 'en'}/${name}`),
    ])
    // The Italian dictionary also translates refusals and findings, whose English texts come from the server.
    if (['problems.ts', 'findings.ts', 'language.ts'].includes(name)) return
    if (name === 'clerk-parts.ts') {
      // A language may lack some of the library's own texts.
      const localeIn = (leaves: Leaf[]) => new Map(leaves).get('.clerkParts.locale')
      expect([italian, english, mixed].map(localeIn)).toEqual(['it-IT', 'en-US', 'it-IT'])
      return
    }
    const paths = (leaves: Leaf[]) =>
      leaves.flatMap(([path]) => (isOpen(path) ? [] : [path])).toSorted()
    expect(paths(italian)).toEqual(paths(english))
    expect(paths(mixed)).toEqual(paths(english))
    const inEnglish = new Map(english)
    for (const [path, text] of italian) {
      if (isOpen(path)) continue
      const other = inEnglish.get(path)
      expect([path, typeof text]).toEqual([path, typeof other])
      if (typeof text !== 'string' || typeof other !== 'string') continue
      expect([path, fixedIn(path, text)]).toEqual([path, fixedIn(path, other)])
      expect([path, text.trim() === '']).toEqual([path, other.trim() === ''])
    }
  },
)
