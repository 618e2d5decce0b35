const UNRESERVED = /^[\w.~-]$/

/** Decodes escapes of characters that need none, and writes the other escapes in capitals (RFC 3986, 6.2.2). */
const normalizeEscapes = (path: string): string =>
  path.replaceAll(/%([\da-f]{2})/gi, (escape, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16))
    return UNRESERVED.test(character) ? character : escape.toUpperCase()
  })

const isReadable = (path: string): boolean => {
  try {
    return decodeURIComponent(path) !== undefined
  } catch {
    return false
  }
}

/** Matches every URL that may differ from its canonical spelling. */
const mayDiffer = /[%#\\]|^[^/]|\/\.\.?(?:[/?]|$)/

/**
 * Returns the canonical spelling of a request's URL, which routing, guards, rate limits and logs use. Returns undefined
 * for URLs that programs read in different ways: a fragment, a backslash, a dot segment, a malformed escape.
 */
export function canonicalUrl(url: string): string | undefined {
  if (!mayDiffer.test(url)) return url
  // A request through a proxy may contain the host too.
  const local = url.replace(/^https?:\/\/[^/?#\\]*/i, '')
  const [path = '', ...query] = local.split('?')
  const canonical = normalizeEscapes(path === '' && local !== url ? '/' : path)
  const isRefused =
    local.includes('#') ||
    canonical.includes('\\') ||
    !canonical.startsWith('/') ||
    /\/\.\.?(?:\/|$)/.test(canonical) ||
    !isReadable(canonical)
  return isRefused ? undefined : [canonical, ...query].join('?')
}

/** Returns the URL's part before the query. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''

const TRPC = /^\/trpc\//

/** The only form of a tRPC path that is accepted: the tRPC adapter decodes it once more. */
const callNamesPattern = /^[\w.]+(?:,[\w.]+)*$/

/** Names of the procedures that a tRPC request calls. `isBatch`: the client sent them as a batch. */
export type TrpcCalls = { names: readonly string[]; isBatch: boolean }

/** Returns the calls that a tRPC URL names, or undefined when their names are malformed. */
export function trpcCalls(url: string): TrpcCalls | undefined {
  const path = pathOf(url)
  const callNames = path.replace(TRPC, '')
  if (callNames === path || !callNamesPattern.test(callNames)) return undefined
  const query = new URLSearchParams(url.slice(path.length + 1))
  return { names: callNames.split(','), isBatch: query.has('batch') }
}
