const WIDE = /[\ud800-\udfff]/

/**
 * Compares texts as both databases sort them: by UTF-8 bytes, which equals the order of code points. Negative if `one`
 * comes first, 0 if equal. JavaScript's own order differs only for characters beyond the basic plane.
 */
export function compareBytes(one: string, other: string): number {
  if (one === other) return 0
  if (!WIDE.test(one) && !WIDE.test(other)) return one < other ? -1 : 1
  const [a, b] = [Array.from(one), Array.from(other)]
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const difference = (a[at]?.codePointAt(0) ?? 0) - (b[at]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}
