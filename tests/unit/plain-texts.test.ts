import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { imageIn } from '../../scripts/lint/plain-english.mjs'

const root = path.join(import.meta.dirname, '../..')

const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => path.join(folder, name))

/** Italian images of the same kind, for which a bank has a plain word. */
const ITALIAN_IMAGES =
  /\b(?:bussa(?:no|re|to)?|campanell[aio]|folla|in silenzio|alla porta|sulla porta|torna a casa)\b/i

/** Images that are the exact word, with the reason. */
const EXACT = [
  { file: 'docs/decisions/040-stages-and-amounts.md', words: 'wish', why: 'the name of a column' },
]

/** Returns the lines of a file that contain an image, each with its number. */
function imagesOf(file: string): string[] {
  const exact = EXACT.filter((each) => each.file === file).map(({ words }) => words)
  return readFileSync(path.join(root, file), 'utf8')
    .split('\n')
    .flatMap((line, at) => {
      const word = imageIn(line) ?? ITALIAN_IMAGES.exec(line)?.[0]
      return word && !exact.includes(word) ? [`${file}:${at + 1}: ${word}`] : []
    })
}

const files = [
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...filesIn('docs', /\.md$/),
  ...filesIn('src/texts', /\.ts$/),
  ...filesIn('src/processors', /texts\/.*\.ts$/),
]

test('docs and screens contain no images where the field has a word', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap(imagesOf)).toEqual([])
})

test('each exception is still needed', () => {
  for (const { file, words } of EXACT) {
    expect(readFileSync(path.join(root, file), 'utf8')).toContain(words)
  }
})
