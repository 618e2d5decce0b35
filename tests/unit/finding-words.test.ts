import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { translateFinding } from '#client/lib/words/finding-words.ts'
import { findings } from '#client/texts/it/findings.ts'
import { judgeClerkKeys, judgeDatabase } from '#server/features/environment/environment.rules.ts'
import { notInUse } from '#server/features/environment/environment.schema.ts'

const folder = fileURLToPath(new URL('../../src-server/features/environment/', import.meta.url))

/** Texts of the checks in the sources, with 7 for each variable part. */
const checkTexts = readdirSync(folder)
  .filter((name) => /^(?:check-|read-status)/.test(name))
  .flatMap((name) => readFileSync(`${folder}${name}`, 'utf8').split('\n'))
  .flatMap((line) => [...line.matchAll(/['`]([A-Z][^'`]*(?:`[A-Z_/a-z0-9]+`[^'`]*)*[.])['`],?$/g)])
  .map(([, text = '']) => text.replaceAll(/\$\{[^}]*\}/g, '7'))

const state = {
  queryMs: 3,
  missing: [],
  foreign: [],
  freeBytes: null,
  hasContradictions: false,
  hasLateCaptures: false,
}
const judgedTexts = [
  judgeDatabase(state),
  judgeDatabase({ ...state, missing: ['a'] }),
  judgeDatabase({ ...state, missing: ['a', 'b'] }),
  judgeDatabase({ ...state, foreign: ['a'] }),
  judgeDatabase({ ...state, freeBytes: 1 }),
  judgeDatabase({ ...state, freeBytes: 500 * 1024 * 1024 }),
  judgeDatabase({ ...state, queryMs: 900 }),
  judgeDatabase({ ...state, hasContradictions: true }),
  judgeDatabase({ ...state, hasLateCaptures: true }),
  judgeClerkKeys({ kind: 'test', environment: 'production' }),
  judgeClerkKeys({ kind: 'live', environment: 'development' }),
].flatMap((finding) => [finding?.message, finding?.fix].filter((text) => typeof text === 'string'))

const labels = readdirSync(folder)
  .flatMap((name) => readFileSync(`${folder}${name}`, 'utf8').split('\n'))
  .flatMap((line) => [...line.matchAll(/label: '([^']+)'/g)].map(([, label = '']) => label))

const reasons = ['did not answer within 2 seconds', 'cannot be reached'].flatMap((reason) =>
  ['Clerk', 'The database', 'The server of the model'].map((who) => `${who} ${reason}.`),
)

test('every message of the environment checks has an Italian text', () => {
  expect(checkTexts.length).toBeGreaterThan(25)
  expect(labels.length).toBeGreaterThan(10)
  const allTexts = [
    ...checkTexts,
    ...judgedTexts,
    ...labels,
    ...reasons,
    ...Object.values(notInUse),
  ]
  // Texts that end with a reason are tested with real reasons: see `reasons`.
  const fixedTexts = allTexts.filter(
    (text) => !/^(?:Clerk|The database|The server of the model) 7\.$/.test(text),
  )
  expect(fixedTexts.filter((text) => translateFinding(text, findings).lang === 'en')).toEqual([])
})

test('variable parts keep their position, and an unknown message stays in the server’s words', () => {
  expect(translateFinding('12 of 23 ran', findings).text).toBe('12 di 23 eseguite')
  expect(translateFinding('The key was refused (401).', findings).text).toBe(
    'La chiave è stata rifiutata (401).',
  )
  expect(translateFinding('Something new. Really.', findings)).toEqual({
    text: 'Something new. Really.',
    lang: 'en',
  })
})
