import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../../docs/decisions/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')

const files = readdirSync(folder).filter((name) => /^\d{3}-/.test(name))

test('the index lists each decision by its title, with a status', () => {
  const rows = [...read('README.md').matchAll(/^\| \[(\d+)\]\((.*?)\) \| (.*?) \| (.*?) \|$/gm)]
  const indexRows = rows.map(([, number, file, title]) => [file, `# ${number} ${title}`])

  expect(indexRows).toEqual(files.toSorted().map((file) => [file, read(file).split('\n')[0]]))
  for (const [, , , , status] of rows) expect(status).toMatch(/^(?:in force|partly superseded by)/)
})
