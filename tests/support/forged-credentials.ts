import { createHmac } from 'node:crypto'
import type { Credentials } from './foreign-merchant.ts'

/** Forged credentials, by their defect. Each is close to valid credentials. */
export type ForgedCredentials = Record<string, Credentials>

const NAME = 'incasso.session_token'

/** Replaces the character at `at` by another letter or digit, so that the decoded base64 differs. */
const replaceCharacter = (text: string, at: number): string => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  const index = alphabet.indexOf(text.charAt(at))
  const other = index < 0 ? 'A' : alphabet[(index + 31) % alphabet.length]
  return `${text.slice(0, at)}${other}${text.slice(at + 1)}`
}

const replaceEach = (text: string): string[] => [...text].map((_, at) => replaceCharacter(text, at))

const signToken = (token: string, secret: string): string =>
  createHmac('sha256', secret).update(token).digest('base64')

/** Returns the token and the signature in a session cookie. */
function partsOf({ cookie = '' }: Credentials): [string, string] {
  const value = new RegExp(`${NAME}=([^;]+)`).exec(cookie)?.[1] ?? ''
  const text = decodeURIComponent(value)
  const dot = text.lastIndexOf('.')
  return [text.slice(0, dot), text.slice(dot + 1)]
}

const sessionOf = (text: string, name = NAME): Credentials => ({
  cookie: `${name}=${encodeURIComponent(text)}`,
})

/** Returns forgeries of the session of `victim`, made by an attacker with a session of their own. */
export function forgeSessions(
  victim: Credentials,
  attacker: Credentials,
  userId: string,
): ForgedCredentials {
  const [token, signature] = partsOf(victim)
  const [ownToken, ownSignature] = partsOf(attacker)
  const good = `${token}.${signature}`
  const bad = `${token}.${ownSignature}`
  const flips = [
    ...replaceEach(token).map((each, at) => [
      `token with another sign ${at}`,
      `${each}.${signature}`,
    ]),
    ...replaceEach(signature).map((each, at) => [
      `signature with another sign ${at}`,
      `${token}.${each}`,
    ]),
  ] as [string, string][]
  const texts: Record<string, string> = {
    ...Object.fromEntries(flips),
    'without signature': token,
    'with an empty signature': `${token}.`,
    'with the signature of another session': bad,
    'with the token of another session': `${ownToken}.${signature}`,
    'with a cut signature': good.slice(0, -5),
    'with a cut token': `${token.slice(0, -1)}.${signature}`,
    'with a longer token': `${token}a.${signature}`,
    'with its signature twice': `${good}.${signature}`,
    'with its token twice': `${token}.${good}`,
    'of a user by id': `${userId}.${signToken(userId, 'secret')}`,
    'of nothing': '',
    'of a dot': '.',
    'of zeros': `${token}.${'A'.repeat(43)}=`,
    'in upper case': good.toUpperCase(),
    'with a null': `${token}\0.${signature}`,
  }
  for (const secret of ['', 'secret', 'better-auth-secret-12345678901234567890', 'x'.repeat(40)]) {
    texts[`signed with ${JSON.stringify(secret)}`] = `${token}.${signToken(token, secret)}`
  }
  const data = Buffer.from(
    JSON.stringify({ session: { session: { token, userId }, user: { id: userId } } }),
  ).toString('base64url')
  return {
    ...Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [`cookie ${name}`, sessionOf(text)]),
    ),
    'cookie under another name': sessionOf(good, 'session_token'),
    'cookie under the name of https': sessionOf(good, `__Host-${NAME}`),
    'cookie under the name of the library': sessionOf(good, 'better-auth.session_token'),
    'cookie with data of its own': { cookie: `incasso.session_data=${data}` },
    'cookie of the status alone': {
      cookie: `${(victim.cookie ?? '').split('; ').find((each) => each.startsWith('incasso.status=')) ?? 'incasso.status=1.x'}`,
    },
    'token as bearer': { authorization: `Bearer ${token}` },
    'cookie as bearer': { authorization: `Bearer ${good}` },
    'user id as bearer': { authorization: `Bearer ${userId}` },
    'token in a header': { 'x-session-token': token },
    'two forged cookies': { cookie: `${sessionOf(bad).cookie}; ${sessionOf(token).cookie}` },
    'own cookie, then a forged one': { cookie: `${attacker.cookie}; ${sessionOf(bad).cookie}` },
    'a forged cookie, then the own': { cookie: `${sessionOf(bad).cookie}; ${attacker.cookie}` },
  }
}

/** Returns forgeries of this API key. */
export function forgeKeys(secret: string, id: string): ForgedCredentials {
  const bearer = (text: string): Credentials => ({ authorization: `Bearer ${text}` })
  const basic = (text: string): Credentials => ({
    authorization: `Basic ${Buffer.from(text).toString('base64')}`,
  })
  const body = secret.slice('sk_test_'.length)
  return {
    ...Object.fromEntries(
      replaceEach(secret).map((each, at) => [`key with another sign ${at}`, bearer(each)]),
    ),
    'key of the other mode': bearer(`sk_live_${body}`),
    'key without prefix': bearer(body),
    'key in lower case': bearer(secret.toLowerCase()),
    'key in upper case': bearer(secret.toUpperCase()),
    'key cut by one': bearer(secret.slice(0, -1)),
    'key cut by half': bearer(secret.slice(0, 30)),
    'key of its beginning': bearer(secret.slice(0, 12)),
    'key and one more': bearer(`${secret}0`),
    'key twice': bearer(secret + secret),
    'key and a comma': bearer(`${secret},`),
    'key by its id': bearer(id),
    'key with a wildcard': bearer(`sk_test_${'%'.repeat(43)}`),
    'key reversed': bearer([...secret].toReversed().join('')),
    'key as name of Basic': basic(`${secret}:`),
    'key as password of Basic': basic(`:${secret}`),
    'key without scheme': { authorization: secret },
    'key of another scheme': { authorization: `Token ${secret}` },
    'key after two schemes': { authorization: `Bearer Bearer ${secret}` },
    'key in a header of its own': { 'x-api-key': secret },
    'key for a proxy': { 'proxy-authorization': `Bearer ${secret}` },
    'key as a cookie': { cookie: `${NAME}=${secret}; api_key=${secret}` },
  }
}
