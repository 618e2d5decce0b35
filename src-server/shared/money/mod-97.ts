/** Returns the remainder of the text by 97, with letters counted from 10 (ISO 7064). */
export function mod97(text: string): number {
  let rest = 0
  for (const character of text.toUpperCase()) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}
