import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { expect, test } from 'vitest'
import { packagesApart } from '../../scripts/lib/packages-apart.mjs'

const folder = new URL('../drill/faults/', import.meta.url)

const packagesOf = (file: string): string[] =>
  [...readFileSync(new URL(file, folder), 'utf8').matchAll(/from '([^.'][^']*)'/g)].flatMap(
    ([, name = '']) => (isBuiltin(name) ? [] : [name]),
  )

test('the code that a drill breaks in a package is the code that the built server loads', () => {
  const faults = readdirSync(folder).filter((file) => file.endsWith('.mjs'))
  const mockedPackages = new Set(faults.flatMap(packagesOf))
  expect(mockedPackages).toContain('better-sqlite3')
  // A package bundled into the server's files is another copy, which the fault leaves intact.
  expect([...mockedPackages].filter((name) => !packagesApart.includes(name))).toEqual([])
})
