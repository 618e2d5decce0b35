import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { PrivateAddresses } from '#server/config/webhooks.ts'

/** All that is given out for public use lies here; every other part of IPv6 is something special. */
const publicV6 = ipaddr.parseCIDR('2000::/3')
/** Set apart within public space, and not in every table of such ranges. */
const setApart = ['3fff::/20', '192.88.99.0/24', '192.0.0.0/24'].map((range) =>
  ipaddr.parseCIDR(range),
)

/** Whether webhooks may be sent to an IP address; a mapped IPv4 address counts as what it maps. */
export function isReachable(address: string, allowed: PrivateAddresses): boolean {
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  if (range === 'unspecified') return false
  if (allowed === 'all') return true
  if (range === 'loopback') return allowed === 'loopback'
  if (range !== 'unicast') return false
  const isIn = (cidr: ReturnType<typeof ipaddr.parseCIDR>) =>
    parsed.kind() === cidr[0].kind() && parsed.match(cidr)
  return (parsed.kind() === 'ipv4' || isIn(publicV6)) && !setApart.some(isIn)
}

/** The address that a URL's host is, without brackets; undefined for a name. */
export function literalOf(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) === 0 ? undefined : bare
}

/** Names that mean this machine, whatever a name server says of them. */
export const isLoopbackName = (hostname: string): boolean =>
  /^(?:.+\.)?localhost\.?$/i.test(hostname)
