/** The first letters of up to the first two words, upper-case. Counts characters, not halves of them. */
export function initialsOf(name: string): string {
  const letters = name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
  return [...letters.join('').toUpperCase()].slice(0, 2).join('')
}
