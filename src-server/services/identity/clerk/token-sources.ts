import { createHash } from 'node:crypto'

/** Clerk's cookie, and the one with the instance's own ending that it sets beside it. */
export function sessionCookieNames(publishableKey: string): readonly string[] {
  const ending = createHash('sha1').update(publishableKey).digest('base64url').slice(0, 8)
  return [`__session_${ending}`, '__session']
}

/** The session tokens of a request. A header that says who calls leaves no say to cookies. */
export function tokensOf(headers: Headers, cookieNames: readonly string[]): string[] {
  const authorization = headers.get('authorization')
  if (authorization !== null) {
    const token = /^Bearer (\S+)$/i.exec(authorization)?.[1]
    return token === undefined ? [] : [token]
  }
  const cookies = cookiesOf(headers.get('cookie') ?? '')
  return cookieNames.flatMap((name) => cookies.get(name) ?? [])
}

/** As browsers order them: of two with one name the first is the closer one. */
function cookiesOf(header: string): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    const name = part.slice(0, at).trim()
    if (at > 0 && !cookies.has(name)) cookies.set(name, part.slice(at + 1).trim())
  }
  return cookies
}
