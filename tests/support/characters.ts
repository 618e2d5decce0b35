import fc from 'fast-check'

const isHalfOfPair = (codePoint: number) => codePoint >= 0xd800 && codePoint <= 0xdfff

/**
 * Generates any Unicode character. fast-check's own units first build a table of all characters, which takes 1.3 s of
 * CPU time in each process.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((codePoint) => !isHalfOfPair(codePoint))
  .map((codePoint) => String.fromCodePoint(codePoint))
