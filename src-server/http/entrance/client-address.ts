import { isIP, isIPv4, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * The address of the client, as a trusted proxy names it or as the connection has it. Some proxies add
 * the port, which differs with each connection; some name nothing that is an address. Whatever is none
 * counts as the proxy's own, so that no spelling of it is a client of its own.
 */
export function clientAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return addressIn(ip) ?? addressIn(socket.remoteAddress ?? '') ?? 'unknown'
}

/** The address in `address`, `address:port`, `[address]` or `[address]:port`, in one spelling. */
export function addressIn(text: string): string | undefined {
  const trimmed = text.trim().replace(/^"(.*)"$/, '$1')
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(trimmed)?.[1]
  const plain = /^([^:]*):\d{1,5}$/.exec(trimmed)?.[1]
  if (bracketed !== undefined) return isIPv6(bracketed) ? oneSpelling(bracketed) : undefined
  if (plain !== undefined) return isIPv4(plain) ? plain : undefined
  return isIP(trimmed) === 0 ? undefined : oneSpelling(trimmed)
}

/** Without its zone; an IPv4 address that is written as an IPv6 one is the IPv4 address. */
function oneSpelling(address: string): string {
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
