import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const text = readFileSync(new URL('docs/asvs.md', root), 'utf8')
const rows = text
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

test('every file named in the table exists', () => {
  const namedPaths = [...text.matchAll(/`((?:tests|docs|src-server|scripts)\/[^`\s]+)`/g)]
  const files = namedPaths.map(([, file = '']) => file)
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => `docs/${link}`)

  expect(files.length).toBeGreaterThan(40)
  expect([...files, ...links].filter((file) => !existsSync(new URL(file, root)))).toEqual([])
})

test('every item has a status, and each met item names its test', () => {
  const states = rows.map(([, item, , state]) => [
    item,
    /^(?:met|partly|not met)\b/.test(state ?? ''),
  ])
  const untestedRows = rows.filter((cells) => {
    const isMet = !cells[3]?.startsWith('not met')
    return isMet && !/`tests\/[\w./-]+\.test\.ts`/.test(cells.at(-2) ?? '')
  })

  expect(rows.length).toBeGreaterThanOrEqual(25)
  expect(states.filter(([, isStated]) => !isStated)).toEqual([])
  expect(untestedRows.map(([, item]) => item)).toEqual([])
})
