import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  findLinkedPaths,
  findNamedPaths,
  listProjectFiles,
  pathExists,
  readerTextOf,
} from '../support/named-paths.ts'

// A changelog names files of earlier releases.
const files = [...listProjectFiles()].filter((name) => name !== 'CHANGELOG.md')
const documents = files.filter((name) => name.endsWith('.md'))
const textFiles = files.filter((name) =>
  /(?:\.(?:md|[cm]?[jt]sx?|css|ya?ml|py)|(?:^|\/)Dockerfile|\.env\.example)$/.test(name),
)

describe('paths are found in', () => {
  test.each([
    ['`src-server/app.ts`, and db/tables.ts.', ['src-server/app.ts', 'db/tables.ts']],
    [
      'see docs/decisions/ (scripts/lint/imports.mjs)',
      ['docs/decisions/', 'scripts/lint/imports.mjs'],
    ],
    ['`docs/api.md#take-a-payment`', ['docs/api.md']],
    ['`src/routes/$id.tsx:12`', ['src/routes/$id.tsx']],
    ['tests/server/**/*.test.ts and src-server/features/<noun>/<noun>.docs.ts', []],
    ['https://example.com/docs/api and /docs/api, #tests/support/make.ts, ./src/x.ts', []],
  ])('%s', (text, paths) => {
    expect(findNamedPaths(text)).toEqual(paths)
  })
})

test('every path named in a document or a comment exists', () => {
  const missing = textFiles.flatMap((name) =>
    findNamedPaths(readerTextOf(name))
      .filter((path) => !pathExists(path))
      .map((path) => `${name}: ${path}`),
  )

  expect(textFiles.length).toBeGreaterThan(1000)
  expect(missing).toEqual([])
})

test('every link between documents leads to an existing file', () => {
  const links = documents.flatMap((name) =>
    findLinkedPaths(name, readerTextOf(name)).map((path) => ({ name, path })),
  )

  expect(links.length).toBeGreaterThan(60)
  expect(links.filter(({ path }) => !pathExists(path))).toEqual([])
})

test('the README is short, and links to every document of docs/', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const linked = findLinkedPaths('README.md', readme)
  const near = linked
    .filter(pathExists)
    .flatMap((name) => findLinkedPaths(name, wordsOfMarkdown(name)))
  const reached = new Set([...linked, ...near])

  expect(readme.split(/\s+/).filter(Boolean).length).toBeLessThan(900)
  expect(documents.filter((name) => /^docs\/[^/]+\.md$/.test(name) && !reached.has(name))).toEqual(
    [],
  )
})

const wordsOfMarkdown = (name: string) => (name.endsWith('.md') ? readerTextOf(name) : '')
