import { createHash } from 'node:crypto'

/**
 * Returns the names of Clerk's session cookies: the name with the instance's suffix, then the name without a suffix.
 */
export function sessionCookieNames(publishableKey: string): readonly string[] {
  const suffix = createHash('sha1').update(publishableKey).digest('base64url').slice(0, 8)
  return [`__session_${suffix}`, '__session']
}

/** Returns the session tokens of a request. With an Authorization header, cookies are ignored. */
export function tokensOf(headers: Headers, cookieNames: readonly string[]): string[] {
  const authorization = headers.get('authorization')
  if (authorization !== null) {
    const token = /^Bearer (\S+)$/i.exec(authorization)?.[1]
    return token === undefined ? [] : [token]
  }
  const cookies = cookiesOf(headers.get('cookie') ?? '')
  return cookieNames.flatMap((name) => cookies.get(name) ?? [])
}

/** Keeps the first of several cookies with one name: browsers send the more specific path first. */
function cookiesOf(header: string): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    const name = part.slice(0, at).trim()
    if (at > 0 && !cookies.has(name)) cookies.set(name, part.slice(at + 1).trim())
  }
  return cookies
}
