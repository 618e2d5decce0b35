/** Letters count from 10 on, as ISO 7064 has it; the remainder by 97 of what is left. */
export function mod97(text: string): number {
  let rest = 0
  for (const character of text.toUpperCase()) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}
