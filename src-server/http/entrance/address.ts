const UNRESERVED = /^[\w.~-]$/

/** Decodes escapes of characters that need none, and writes the other escapes in capitals (RFC 3986, 6.2.2). */
const plain = (path: string): string =>
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
export function canonicalAddress(address: string): string | undefined {
  if (!mayDiffer.test(address)) return address
  // A request through a proxy may contain the host too.
  const local = address.replace(/^https?:\/\/[^/?#\\]*/i, '')
  const [path = '', ...query] = local.split('?')
  const canonical = plain(path === '' && local !== address ? '/' : path)
  const isRefused =
    local.includes('#') ||
    canonical.includes('\\') ||
    !canonical.startsWith('/') ||
    /\/\.\.?(?:\/|$)/.test(canonical) ||
    !isReadable(canonical)
  return isRefused ? undefined : [canonical, ...query].join('?')
}

/** Returns the URL's part before the query. */
export const pathOf = (address: string): string => address.split('?', 1)[0] ?? ''

const TRPC = /^\/trpc\//

/** The only form of a tRPC path that is accepted: the tRPC adapter decodes it once more. */
const names = /^[\w.]+(?:,[\w.]+)*$/

export type TrpcCalls = { names: readonly string[]; isBatch: boolean }

/** Returns the calls that a tRPC URL names, or undefined when their names are malformed. */
export function trpcCalls(address: string): TrpcCalls | undefined {
  const path = pathOf(address)
  const named = path.replace(TRPC, '')
  if (named === path || !names.test(named)) return undefined
  const query = new URLSearchParams(address.slice(path.length + 1))
  return { names: named.split(','), isBatch: query.has('batch') }
}
