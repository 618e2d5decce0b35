/** Letters, digits and marks with the same meaning encoded or not (RFC 3986, section 2.3). */
const unreserved = /[\w.~-]/

/**
 * Returns the canonical form of a path: single slashes, none at the end, nothing encoded needlessly. Upper
 * and lower case stay distinct, as everywhere on the web.
 */
export const canonicalPath = (pathname: string): string => {
  const single = pathname.replaceAll(/\/{2,}/g, '/').replace(/(?!^)\/$/, '')
  // Partly decoding a malformed path could create a new escape sequence.
  if (/%(?![\da-f]{2})/i.test(single)) return single
  return single.replaceAll(/%([\da-f]{2})/gi, (encoded, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16))
    return unreserved.test(character) ? character : encoded
  })
}

/** Corrects the browser's URL before anything reads it, so that router, guard and header agree. */
export function correctUrl(): void {
  const { pathname, search, hash } = window.location
  const canonical = canonicalPath(pathname)
  if (canonical === pathname) return
  window.history.replaceState(window.history.state, '', canonical + search + hash)
}
