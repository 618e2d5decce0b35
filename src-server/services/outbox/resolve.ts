import { type LookupAddress, lookup as lookupName } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import type { PrivateAddresses } from '#server/config/webhooks.ts'
import { isLoopbackName, isReachable } from './reachable.ts'

/** Returns every IP address of a host name; may return an empty list or throw when there is none. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

const DNS_TIMEOUT_MS = 2500
const DNS_TRIES = 2

const loopback: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

const failure = (code: string, message: string) => Object.assign(new Error(message), { code })

/**
 * Returns a lookup that queries the name servers directly. The system's own lookup blocks one of the process's few pool
 * threads: a few dead name servers would delay all deliveries, and sign-ins too.
 */
function createDnsResolver(): Resolve {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES })
  return async (hostname) => {
    if (isLoopbackName(hostname)) return loopback
    const [v4, v6] = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ])
    return [
      ...(v4.status === 'fulfilled' ? v4.value : []).map((address) => ({ address, family: 4 })),
      ...(v6.status === 'fulfilled' ? v6.value : []).map((address) => ({ address, family: 6 })),
    ]
  }
}

/** Looks up a name with the hosts file, for installations that send into a network of their own. */
const resolveWithSystem: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    lookupName(hostname, { all: true }, (error, addresses) =>
      error ? reject(error) : resolve(addresses),
    )
  })

/**
 * Returns the system's lookup where all private addresses are allowed, since their names may be in the hosts file only.
 * Otherwise queries DNS servers directly.
 */
export const resolverFor = (allowed: PrivateAddresses): Resolve =>
  allowed === 'all' ? resolveWithSystem : createDnsResolver()

/**
 * Returns the lookup for the socket that connects. The socket can use only IP addresses checked here, so a name cannot
 * resolve to another one afterwards. One forbidden IP address rejects the whole name.
 */
export const createGuardedLookup =
  (resolve: Resolve, allowed: PrivateAddresses): LookupFunction =>
  (hostname, options, respond) => {
    const resolveAllowed = async () => {
      const resolved = await resolve(hostname)
      if (resolved.some(({ address }) => !isReachable(address, allowed))) {
        throw failure('ADDRESS_NOT_ALLOWED', 'address not allowed')
      }
      const { family } = options
      const isPinned = family === 4 || family === 6
      const selected = isPinned ? resolved.filter((each) => each.family === family) : resolved
      const [first] = selected
      if (!first) throw failure('ENOTFOUND', 'name not found')
      return { first, selected }
    }
    resolveAllowed().then(
      ({ first, selected }) =>
        options.all ? respond(null, selected) : respond(null, first.address, first.family),
      (error: NodeJS.ErrnoException) => respond(error, ''),
    )
  }
