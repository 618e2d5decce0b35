import { findings } from '#client/texts/en/findings.ts'
import { languageFor } from '../language-for.ts'

type FindingTexts = readonly (readonly [server: string, here: string])[]

/** Translates the server's English text where the page has words for it, and returns the text's language. */
export function translateFinding(
  message: string,
  words: FindingTexts = findings,
): { text: string; lang: 'it' | 'en' } {
  for (const [server, pageText] of words) {
    const parts = partsOf(server, message)
    if (!parts) continue
    const text = pageText
      .split('{}')
      .reduce((before, piece, index) => `${before}${parts[index - 1] ?? ''}${piece}`)
    return { text, lang: languageFor('it') }
  }
  return { text: message, lang: 'en' }
}

/** Returns the variable parts of a text that matches a pattern, or undefined when it does not match. */
function partsOf(pattern: string, text: string): string[] | undefined {
  const pieces = pattern.split('{}').map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${pieces.join('(.+)')}$`).exec(text)?.slice(1)
}
