/** Returns the remainder of the text by 97, with letters counted from 10 (ISO 7064). */
export function mod97(text: string): number {
  let remainder = 0
  for (const character of text.toUpperCase()) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder
}
