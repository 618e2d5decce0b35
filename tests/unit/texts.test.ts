import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const src = fileURLToPath(new URL('../../src/', import.meta.url))
const named = (where: string): string[] => (existsSync(where) ? readdirSync(where).toSorted() : [])

/** Folders that hold a dictionary of each language. */
const folders = [
  `${src}texts/`,
  ...readdirSync(`${src}processors/`).map((name) => `${src}processors/${name}/texts/`),
].filter((folder) => existsSync(folder))

const dictionaries = folders.flatMap((folder) =>
  named(`${folder}en`).map((name) => [name, folder] as const),
)

type Leaf = [path: string, value: unknown]

/** Every text with the way to it; a function is called with its own parameters' places. */
function leavesOf(value: unknown, path: string): Leaf[] {
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return [[path, value]]
  return Object.entries(value).flatMap(([key, each]) => leavesOf(each, `${path}.${key}`))
}

const load = async (file: string): Promise<Leaf[]> => leavesOf(await import(file), '')

/** What must be the same in each language: where links lead, and what is typed as it stands. */
const fixedIn = (path: string, text: string): string[] =>
  path.endsWith('.href')
    ? [text]
    : [...text.matchAll(/`[^`]+`/g)].map(([fixed]) => fixed).toSorted()

/**
 * Names of fields that entries may have, of which English ones without a word are split at their capitals; and
 * groups of actions, whose keys are words.
 */
const isOpen = (path: string): boolean =>
  path.startsWith('.auditLog.fields.') || path.startsWith('.auditLog.actionGroups.')

test.each(folders)('every dictionary of %s exists in both languages', (folder) => {
  const english = named(`${folder}en`)
  expect(named(`${folder}it`)).toEqual(english)
  expect(english).toEqual(expect.arrayContaining(named(`${folder}spec`)))
})

test.each(dictionaries)(
  '%s has the same keys and the same fixed texts in both',
  async (name, folder) => {
    const isMixed = named(`${folder}spec`).includes(name)
    const [italian, english, mixed] = await Promise.all([
      load(`${folder}it/${name}`),
      load(`${folder}en/${name}`),
      load(`${folder}${isMixed ? 'spec' : 'en'}/${name}`),
    ])
    // Of refusals and findings the Italian dictionary has more: English ones come from the server.
    if (['problems.ts', 'findings.ts', 'language.ts'].includes(name)) return
    if (name === 'clerk-parts.ts') {
      // The library's own words, of which a language may lack some.
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
