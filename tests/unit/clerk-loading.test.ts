import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const aliases: Record<string, string> = { '#server': 'src-server', '#db': 'db' }

/** Returns the packages loaded with a file: its own imports and the imports of the files that it imports. */
function packagesLoadedWith(entry: string): Set<string> {
  const packages = new Set<string>()
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    const source = readFileSync(path.join(root, file), 'utf8')
    const statements = /^(?:import|export)\s(?!type\s)(?:[^'"]*?\sfrom\s)?'([^']+)'/gm
    for (const [, specifier = ''] of source.matchAll(statements)) {
      const [head = '', ...rest] = specifier.split('/')
      if (specifier.startsWith('.')) visit(path.join(path.dirname(file), specifier))
      else if (aliases[head]) visit(path.join(aliases[head], ...rest))
      else packages.add(specifier)
    }
  }
  visit(entry)
  return packages
}

const namesOf = (entry: string) =>
  [...packagesLoadedWith(entry)].filter((name) => providers.test(name))
const providers = /^(?:@clerk\/|better-auth)/

test('the server loads no sign-in library before it knows which one it needs', () => {
  expect(packagesLoadedWith('src-server/server.ts')).toContain('fastify')
  expect(namesOf('src-server/server.ts')).toEqual([])
})

test('each provider loads only its own library', () => {
  const folder = 'src-server/services/identity'

  expect(namesOf(`${folder}/clerk/clerk-identity.ts`)).toEqual(['@clerk/fastify'])
  expect(
    namesOf(`${folder}/embedded/embedded.ts`).every((name) => name.startsWith('better-auth')),
  ).toBe(true)
  expect(namesOf(`${folder}/embedded/embedded.ts`)).toContain('better-auth')
})
