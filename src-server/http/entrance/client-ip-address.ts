import { isIP, isIPv4, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Returns the client's IP address from a trusted proxy's header or from the connection. Some proxies add the port,
 * which differs per connection; some send text that is not an IP address. Such text counts as the proxy's own IP
 * address, so that a caller cannot pass for several clients by changing the text.
 */
export function clientIpAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return parseIpAddress(ip) ?? parseIpAddress(socket.remoteAddress ?? '') ?? 'unknown'
}

/**
 * Returns the IP address in `address`, `address:port`, `[address]` or `[address]:port`, always in the same spelling.
 * Returns undefined when the text contains no IP address.
 */
export function parseIpAddress(text: string): string | undefined {
  const trimmed = text.trim().replace(/^"(.*)"$/, '$1')
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(trimmed)?.[1]
  const withoutPort = /^([^:]*):\d{1,5}$/.exec(trimmed)?.[1]
  if (bracketed !== undefined) return isIPv6(bracketed) ? normalizeIpAddress(bracketed) : undefined
  if (withoutPort !== undefined) return isIPv4(withoutPort) ? withoutPort : undefined
  return isIP(trimmed) === 0 ? undefined : normalizeIpAddress(trimmed)
}

/** Returns the IP address without its zone; an IPv4-mapped IPv6 address becomes the IPv4 address. */
function normalizeIpAddress(address: string): string {
  if (isIPv4(address)) return address
  const [bare = ''] = address.split('%')
  const short = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(short)
  if (!mapped) return short
  const bytes = mapped.slice(1).flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 255]
  })
  return bytes.join('.')
}
