/** Letters, digits and marks that mean the same whether they are encoded or not (RFC 3986, 2.3). */
const unreserved = /[\w.~-]/

/**
 * The one spelling of a path: each slash once and none at the end, nothing encoded that need not be.
 * Upper and lower case stay apart, as they do everywhere on the web.
 */
export const canonicalPath = (pathname: string): string => {
  const single = pathname.replaceAll(/\/{2,}/g, '/').replace(/(?!^)\/$/, '')
  // Decoding half of what is malformed could make an escape that was not there.
  if (/%(?![\da-f]{2})/i.test(single)) return single
  return single.replaceAll(/%([\da-f]{2})/gi, (encoded, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16))
    return unreserved.test(character) ? character : encoded
  })
}

/** Corrects the address bar before anything reads it, so that router, guard and header agree. */
export function correctAddress(): void {
  const { pathname, search, hash } = window.location
  const canonical = canonicalPath(pathname)
  if (canonical === pathname) return
  window.history.replaceState(window.history.state, '', canonical + search + hash)
}
