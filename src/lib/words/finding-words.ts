import { findings } from '#client/texts/en/findings.ts'
import { spoken } from '../spoken.ts'

type Words = readonly (readonly [server: string, here: string])[]

/** What the server said in English, in the page's words where it has them; and the language that it is in. */
export function wordsOfFinding(
  said: string,
  words: Words = findings,
): { text: string; lang: 'it' | 'en' } {
  for (const [server, here] of words) {
    const parts = partsOf(server, said)
    if (!parts) continue
    const text = here
      .split('{}')
      .reduce((before, piece, index) => `${before}${parts[index - 1] ?? ''}${piece}`)
    return { text, lang: spoken('it') }
  }
  return { text: said, lang: 'en' }
}

/** What stands in the places of a pattern, or undefined where the text is another. */
function partsOf(pattern: string, text: string): string[] | undefined {
  const pieces = pattern.split('{}').map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${pieces.join('(.+)')}$`).exec(text)?.slice(1)
}
