import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { PrivateAddresses } from '#server/config/webhooks.ts'

/** All public IPv6 addresses are in this range; every other part of IPv6 has a special purpose. */
const publicV6 = ipaddr.parseCIDR('2000::/3')
/** Reserved ranges inside public space, which not every table of reserved ranges contains. */
const reservedRanges = ['3fff::/20', '192.88.99.0/24', '192.0.0.0/24'].map((range) =>
  ipaddr.parseCIDR(range),
)

/**
 * Returns whether webhooks may be sent to an IP address: a public one, or a private one that `allowed` permits. An IPv4
 * address in IPv6 form is checked as IPv4.
 */
export function isReachable(address: string, allowed: PrivateAddresses): boolean {
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  if (range === 'unspecified') return false
  if (allowed === 'all') return true
  if (range === 'loopback') return allowed === 'loopback'
  if (range !== 'unicast') return false
  const isIn = (cidr: ReturnType<typeof ipaddr.parseCIDR>) =>
    parsed.kind() === cidr[0].kind() && parsed.match(cidr)
  return (parsed.kind() === 'ipv4' || isIn(publicV6)) && !reservedRanges.some(isIn)
}

/** Returns a URL's host without brackets if it is an IP address; undefined if it is a name. */
export function literalOf(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) === 0 ? undefined : bare
}

/** Returns whether a name is `localhost` or ends with it, and so means this machine. DNS servers are not queried. */
export const isLoopbackName = (hostname: string): boolean =>
  /^(?:.+\.)?localhost\.?$/i.test(hostname)
