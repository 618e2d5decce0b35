import { createHash, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, SignJWT } from 'jose'
import { rsaKey } from './rsa-keys.ts'

/**
 * The stand-in's behaviour. `failing` responds with 500, `garbled` with broken JSON; `hanging` never responds; `cut`
 * closes the connection.
 */
export type Behaviour = 'well' | 'failing' | 'hanging' | 'cut' | 'garbled'

/** A person who has an account at the Clerk stand-in. */
export type StandInUser = {
  id: string
  firstName?: string | null
  lastName?: string | null
  emails?: string[]
  primaryEmail?: string
  imageUrl?: string
  isBanned?: boolean
}

/** Overrides for signing a token, for forgeries: another key, algorithm, key ID or additional header fields. */
export type Signing = { key?: KeyObject; alg?: string; kid?: string; header?: object }

/** A server in place of Clerk, which also signs session tokens. */
export type ClerkStandIn = AsyncDisposable & {
  url: string
  issuer: string
  publishableKey: string
  /** Public half of the signing key, in the format of CLERK_JWT_KEY. */
  jwtKey: string
  privateKey: KeyObject
  kid: string
  /** Name of the session cookie with the suffix of this Clerk instance. */
  suffixedCookie: string
  /** Returns the environment variables that make a server use this stand-in as Clerk. */
  environment: (more?: { hasJwtKey?: boolean }) => Record<string, string>
  addUser: (user: StandInUser) => void
  removeUser: (id: string) => void
  /** Ends all sessions of a person, as signing out everywhere does. */
  endSessionsOf: (id: string) => void
  behave: (how: Behaviour) => void
  /** Signs with a new key from now on. The key set keeps the old keys by default. */
  rotateKey: (more?: { isOldKept?: boolean }) => void
  /** Paths of the received requests, such as `/v1/jwks`. */
  requests: string[]
  /** Returns the claims of a session token as Clerk issues them, valid from `atMs`. */
  claims: (sub: string, more: { atMs: number; azp: string; lifeS?: number }) => Claims
  signToken: (claims: object, signing?: Signing) => Promise<string>
}

type Claims = Record<string, unknown> & { sub: string; iat: number; exp: number }

/** The Clerk secret key that the stand-in accepts. It responds to any other key with 401. */
export const SECRET_KEY = `sk_test_${'s'.repeat(40)}`
const FRONTEND_API = 'native-heron-12.clerk.accounts.dev'

/**
 * Starts a stand-in for the part of Clerk's backend API that the server uses, over real HTTP. Includes the key that
 * signs sessions.
 */
export async function startClerkStandIn(): Promise<ClerkStandIn> {
  const users = new Map<string, StandInUser>()
  const requests: string[] = []
  const signedOutUsers = new Set<string>()
  let behaviour: Behaviour = 'well'
  let keyCount = 0
  const newKey = () => rsaKey(keyCount++)
  let keys = [{ kid: 'ins_first', ...newKey() }]
  const currentKey = () => {
    const key = keys[0]
    if (!key) throw new Error('no key')
    return key
  }

  const handleRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://clerk')
    requests.push(url.pathname)
    if (behaviour === 'hanging') return
    if (behaviour === 'cut') return void request.socket.destroy()
    response.setHeader('content-type', 'application/json')
    if (behaviour === 'garbled') return void response.end('{"keys":[{"kid"')
    if (behaviour === 'failing') return void refuse(response, 500, 'internal_error')
    if (request.headers.authorization !== `Bearer ${SECRET_KEY}`) {
      return void refuse(response, 401, 'secret_key_invalid')
    }
    const id = /^\/v1\/users\/(\w+)$/.exec(url.pathname)?.[1]
    if (url.pathname === '/v1/jwks') return void response.end(JSON.stringify(await keySet(keys)))
    if (url.pathname === '/v1/users') {
      const requestedIds = new Set(url.searchParams.getAll('user_id'))
      const limit = Number(url.searchParams.get('limit') ?? 10)
      const found = [...users.values()].filter((user) => requestedIds.has(user.id)).slice(0, limit)
      return void response.end(JSON.stringify(found.map(jsonOf)))
    }
    const sid = /^\/v1\/sessions\/(sess_\w+)$/.exec(url.pathname)?.[1]
    if (sid !== undefined && users.has(userOf(sid))) {
      return void response.end(JSON.stringify(sessionOf(sid, signedOutUsers.has(userOf(sid)))))
    }
    const user = id === undefined ? undefined : users.get(id)
    if (!user) return void refuse(response, 404, 'resource_not_found')
    response.end(JSON.stringify(jsonOf(user)))
  }

  const server = createServer((request, response) => void handleRequest(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const url = `http://127.0.0.1:${address.port}`
  const publishableKey = `pk_test_${Buffer.from(`${FRONTEND_API}$`).toString('base64')}`
  const pem = () => currentKey().publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const issuer = `https://${FRONTEND_API}`

  return {
    url,
    issuer,
    publishableKey,
    get jwtKey() {
      return pem()
    },
    get privateKey() {
      return currentKey().privateKey
    },
    get kid() {
      return currentKey().kid
    },
    suffixedCookie: `__session_${createHash('sha1').update(publishableKey).digest('base64url').slice(0, 8)}`,
    environment: ({ hasJwtKey = false } = {}) => ({
      CLERK_PUBLISHABLE_KEY: publishableKey,
      CLERK_SECRET_KEY: SECRET_KEY,
      CLERK_API_URL: url,
      ...(hasJwtKey && { CLERK_JWT_KEY: pem().replaceAll('\n', '\\n') }),
    }),
    addUser: (user) => void users.set(user.id, user),
    removeUser: (id) => void users.delete(id),
    endSessionsOf: (id) => void signedOutUsers.add(id),
    behave: (how) => {
      behaviour = how
    },
    rotateKey: ({ isOldKept: keepsOldKeys = true } = {}) => {
      const key = { kid: `ins_next${keys.length}`, ...newKey() }
      keys = keepsOldKeys ? [key, ...keys] : [key]
    },
    requests,
    claims: (sub, { atMs, azp, lifeS = 60 }) => {
      const iat = Math.floor(atMs / 1000)
      const times = { iat, nbf: iat - 10, exp: iat + lifeS }
      return { azp, iss: issuer, sub, sid: `sess_${sub.slice(5)}`, fva: [0, -1], v: 2, ...times }
    },
    signToken: (claims, { key, alg = 'RS256', kid = currentKey().kid, header = {} } = {}) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg, kid, typ: 'JWT', cat: 'cl_B7d4PD111AAA', ...header })
        .sign(key ?? currentKey().privateKey),
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.statusCode = status
  response.end(JSON.stringify({ errors: [{ code, message: code }] }))
}

const keySet = async (keys: { kid: string; publicKey: KeyObject }[]) => ({
  keys: await Promise.all(
    keys.map(async ({ kid, publicKey }) => ({
      ...(await exportJWK(publicKey)),
      kid,
      use: 'sig',
      alg: 'RS256',
    })),
  ),
})

const userOf = (sid: string): string => `user_${sid.slice(5)}`

const sessionOf = (id: string, isEnded: boolean) => ({
  object: 'session',
  id,
  user_id: userOf(id),
  status: isEnded ? 'ended' : 'active',
  expire_at: Date.parse('2999-01-01T00:00:00Z'),
})

function jsonOf({ emails = [], ...user }: StandInUser) {
  const addresses = emails.map((email) => ({
    id: `idn_${email}`,
    object: 'email_address',
    email_address: email,
  }))
  return {
    id: user.id,
    object: 'user',
    first_name: user.firstName ?? null,
    last_name: user.lastName ?? null,
    image_url: user.imageUrl ?? '',
    primary_email_address_id: user.primaryEmail ? `idn_${user.primaryEmail}` : null,
    email_addresses: addresses,
    banned: user.isBanned ?? false,
  }
}
