/** Returns the first letters of the first two words, such as FC for Ferramenta Conti; '' without a letter or digit. */
export const initialsOf = (name: string): string =>
  name
    .normalize('NFC')
    .split(/\s+/)
    .map((word) => [...word.replace(/^[^\p{L}\p{N}]+/u, '')][0] ?? '')
    .filter(Boolean)
    .slice(0, 2)
    .map((letter) => [...letter.toUpperCase()][0])
    .join('')
