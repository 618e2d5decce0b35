import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { plugins } from '#server/services/processors/registry.ts'

const root = path.join(import.meta.dirname, '../..')

/** Claims that no money moves, in English and in Italian. */
const CLAIM =
  /\bno (?:real )?money (?:is |was )?(?:moves?|moved|taken)\b|moves no money|\bno real charges?\b|nessun (?:denaro|importo)|nessun addebito/i
/** The condition that makes such a claim true: the sandbox, test mode, or a payment that was never made. */
const CONDITION = /sandbox|\btest\b|\bprova\b|never reached|non è arrivata/i

/** Claims about money in disputes and in the description of a payment's steps. Each is about one object. */
const ABOUT_ONE_OBJECT = ['src/texts/en/disputes.ts', 'src/texts/it/disputes.ts', 'docs/stripe.md']

const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(path.join(root, folder))
    .filter((name) => ending.test(name))
    .map((name) => path.join(folder, name))

const files = [
  ...filesIn('.', /\.md$/),
  ...filesIn('docs', /\.md$/),
  ...filesIn('src/texts/en', /\.ts$/),
  ...filesIn('src/texts/it', /\.ts$/),
].filter((file) => !ABOUT_ONE_OBJECT.includes(file))

/** Returns the sentences of a text that claim that no money moves, with the sentence before and after each. */
function claimsIn(text: string): string[] {
  const sentences = text.replaceAll(/\s+/g, ' ').split(/(?<=[.!?])\s/)
  return sentences.flatMap((sentence, at) =>
    CLAIM.test(sentence) ? [sentences.slice(Math.max(0, at - 1), at + 2).join(' ')] : [],
  )
}

const claims = files.flatMap((file) =>
  claimsIn(readFileSync(path.join(root, file), 'utf8')).map((claim) => ({ file, claim })),
)

test('no text claims unconditionally that no money moves while a real processor is registered', () => {
  expect(plugins.filter(({ name }) => name !== 'sandbox')).not.toEqual([])
  expect(claims.length).toBeGreaterThan(10)
  expect(claims.filter(({ claim }) => !CONDITION.test(claim))).toEqual([])
})

test.each([
  'This is a demo product. No real money moves. Enjoy.',
  'Nessun denaro si muove con questo prodotto.',
])('the claim is found in %j', (text) => {
  expect(claimsIn(text).filter((claim) => !CONDITION.test(claim))).toHaveLength(1)
})
