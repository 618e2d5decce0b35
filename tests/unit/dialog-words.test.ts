import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const src = path.join(import.meta.dirname, '../../src')
const folders = [
  'texts',
  ...readdirSync(path.join(src, 'processors')).map((name) => `processors/${name}/texts`),
].filter((folder) => !folder.includes('.'))

type Text = { path: string; value: string }

/** Returns every text of a dictionary with its path. */
function textsIn(value: unknown, at: string): Text[] {
  if (typeof value === 'string') return [{ path: at, value }]
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return []
  return Object.entries(value).flatMap(([key, each]) => textsIn(each, `${at}.${key}`))
}

/** Names that texts of a dialog's cancelling button have. */
const CANCELLING = /\.(?:back|cancel|keep)$/

/** Texts with such a name that cancel no dialog. */
const OTHERS = new Map([
  ['.onboarding.back', 'leads to the previous step'],
  ['.transactions.detail.back', 'a link to the list'],
  ['.customers.detail.back', 'a link to the list'],
  ['.linkPage.back', 'a link to the list'],
  ['.openaiTest.analysis.cancel', 'stops a running analysis'],
  ['.stuckRefunds.cancel', 'cancels a refund'],
])

/** Dialogs whose action is itself a cancellation: "Cancel" beside "Cancel payment" could mean either. */
const KEPT = new Map([
  ['.transactions.decisions.failed.back', { en: 'Keep payment', it: 'Mantieni il pagamento' }],
  ['.refunds.voiding.back', { en: 'Keep payment', it: 'Mantieni il pagamento' }],
])

async function cancellingTexts(language: 'en' | 'it'): Promise<Text[]> {
  const found: Text[] = []
  for (const folder of folders) {
    const inLanguage = path.join(src, folder, language)
    for (const file of readdirSync(inLanguage)) {
      const dictionary: unknown = await import(path.join(inLanguage, file))
      found.push(...textsIn({ ...(dictionary as object) }, ''))
    }
  }
  return found.filter((text) => CANCELLING.test(text.path))
}

test.each([
  ['en', 'Cancel'],
  ['it', 'Annulla'],
] as const)('each dialog in %s is left by "%s"', async (language, word) => {
  const texts = await cancellingTexts(language)

  const wordOf = (at: string) => KEPT.get(at)?.[language] ?? word
  const others = texts.filter(({ path: at, value }) => value !== wordOf(at) && !OTHERS.has(at))

  expect(texts.length).toBeGreaterThan(20)
  expect(others).toEqual([])
})

test('each exception is still needed', async () => {
  const paths = (await cancellingTexts('en')).map((text) => text.path)

  const exceptions = [...OTHERS.keys(), ...KEPT.keys()]
  expect(exceptions.filter((at) => !paths.includes(at))).toEqual([])
})
