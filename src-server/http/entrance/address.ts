const UNRESERVED = /^[\w.~-]$/

/** Escapes of what needs none are undone, and the others are written in capitals (RFC 3986, 6.2.2). */
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

/** In every other spelling one of them stands. */
const mayDiffer = /[%#\\]|^[^/]|\/\.\.?(?:[/?]|$)/

/**
 * The one spelling of a request's address, by which it is routed, guarded, counted and written down.
 * Undefined for what different readers take for different addresses: a fragment, a backslash, a dot
 * segment, an escape that is none.
 */
export function canonicalAddress(address: string): string | undefined {
  if (!mayDiffer.test(address)) return address
  // A request through a proxy may name the host too.
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

/** What stands before the query. */
export const pathOf = (address: string): string => address.split('?', 1)[0] ?? ''

const TRPC = /^\/trpc\//

/** How a tRPC address names its calls, and nothing else: what it names is decoded there once more. */
const names = /^[\w.]+(?:,[\w.]+)*$/

export type TrpcCalls = { names: readonly string[]; isBatch: boolean }

/** The calls that a tRPC address names; undefined when it names none that could be answered. */
export function trpcCalls(address: string): TrpcCalls | undefined {
  const path = pathOf(address)
  const named = path.replace(TRPC, '')
  if (named === path || !names.test(named)) return undefined
  const query = new URLSearchParams(address.slice(path.length + 1))
  return { names: named.split(','), isBatch: query.has('batch') }
}
