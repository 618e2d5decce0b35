import { findings } from '#client/texts/en/findings.ts'
import { spoken } from '../spoken.ts'

type Words = readonly (readonly [server: string, here: string])[]

/** Translates the server's English text where the page has words for it, and returns the text's language. */
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

/** Returns the variable parts of a text that matches a pattern, or undefined when it does not match. */
function partsOf(pattern: string, text: string): string[] | undefined {
  const pieces = pattern.split('{}').map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${pieces.join('(.+)')}$`).exec(text)?.slice(1)
}
