import type { PrivateAddresses, UrlRules } from '#server/config/webhooks.ts'
import { isLoopbackName, isReachable, literalOf } from './reachable.ts'

const MAX_LENGTH = 2000
const MAX_HOST = 253

/**
 * Characters that URL parsers silently drop or replace, so that requests would go to another URL than the text that a
 * person read.
 */
const deceptive = /[\p{Cc}\s\\]/u

/** Suffixes of names that exist only inside a private network. */
const privateSuffix = /\.(?:local|localdomain|internal|intranet|lan|home\.arpa)$/

/** Returns the reason why a webhook URL is refused, in words for a form; undefined when it is accepted. */
export function webhookUrlIssue(text: string, rules: UrlRules): string | undefined {
  if (text.length > MAX_LENGTH || deceptive.test(text) || !URL.canParse(text)) {
    return 'must be an https address'
  }
  const { protocol, username, password, hash, hostname, port } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') return 'must be an https address'
  if (username || password) return 'must not hold a user name or password'
  if (hash) return 'must not hold a fragment'
  if (!isHost(hostname)) return 'must be an https address'
  if (!isPublic(hostname, rules.privateAddresses)) return 'must be a public address'
  if (protocol === 'http:' && !mayUseHttp(hostname, rules)) return 'must be an https address'
  if (port !== '' && Number(port) < 1024) return 'must use port 443, or one from 1024 on'
  return undefined
}

/** Returns whether a host has no empty labels; one dot at the end marks a complete name. */
const isHost = (hostname: string): boolean =>
  hostname.length <= MAX_HOST && (literalOf(hostname) !== undefined || !/^\.|\.\./.test(hostname))

function isPublic(hostname: string, allowed: PrivateAddresses): boolean {
  const address = literalOf(hostname)
  if (address !== undefined) return isReachable(address, allowed)
  if (allowed === 'all') return true
  if (isLoopbackName(hostname)) return allowed === 'loopback'
  const name = hostname.replace(/\.$/, '')
  // A name without a dot can only belong to our own network.
  return name.includes('.') && !privateSuffix.test(name)
}

function mayUseHttp(
  hostname: string,
  { privateAddresses, mayBePlain: mayUseHttp }: UrlRules,
): boolean {
  if (!mayUseHttp || privateAddresses === 'none') return false
  if (privateAddresses === 'all') return true
  const address = literalOf(hostname)
  // Only reachable hosts get here, so an IP address that is not public is loopback.
  return address === undefined ? isLoopbackName(hostname) : !isReachable(address, 'none')
}
