import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, type JWTPayload, SignJWT } from 'jose'
import { rsaKey } from './rsa-keys.ts'

/** The only client ID that the provider accepts. */
export const CLIENT_ID = 'incasso-client'
export const CLIENT_SECRET = 'incasso-client-secret'

/** The next visitor and the stand-in's behaviour, which a test may change at any time. */
export type StandInState = {
  person: { sub: string; email: string; email_verified: boolean; name: string }
  /** True when the visitor agrees to sign in. */
  consents: boolean
  /** Claims that replace the claims of identity tokens. */
  claims: JWTPayload
  /** Signs tokens with a key that is not published. */
  signsWithForeignKey: boolean
  /** True while the provider fails every request. */
  isDown: boolean
}

/** An OpenID Connect provider for tests. */
export type OidcStandIn = AsyncDisposable & {
  issuer: string
  /** Environment variables that make the server use this provider. */
  environment: Record<string, string>
  state: StandInState
  /** Returns the URL to which the provider redirects a browser from `url`. */
  visit: (url: string) => Promise<URL>
  /** Authorization requests received. */
  requests: URLSearchParams[]
}

type Grant = { challenge: string; redirectUri: string; nonce: string | null }

/** Starts an OpenID provider over real HTTP, with discovery, immediate consent, and tokens signed with RS256. */
export async function startOidcStandIn(): Promise<OidcStandIn> {
  const [ownKey, foreignKey] = [rsaKey(0), rsaKey(1)]
  const jwk = { ...(await exportJWK(ownKey.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }
  const grants = new Map<string, Grant>()
  const requests: URLSearchParams[] = []
  const state: StandInState = {
    person: {
      sub: '1080001',
      email: 'giulia@example.com',
      email_verified: true,
      name: 'Giulia Bianchi',
    },
    consents: true,
    claims: {},
    signsWithForeignKey: false,
    isDown: false,
  }

  const authorize = (query: URLSearchParams): URL => {
    requests.push(query)
    const redirectUrl = new URL(query.get('redirect_uri') ?? '')
    redirectUrl.searchParams.set('state', query.get('state') ?? '')
    if (!state.consents) {
      redirectUrl.searchParams.set('error', 'access_denied')
      return redirectUrl
    }
    const code = randomUUID()
    grants.set(code, {
      challenge: query.get('code_challenge') ?? '',
      redirectUri: query.get('redirect_uri') ?? '',
      nonce: query.get('nonce'),
    })
    redirectUrl.searchParams.set('code', code)
    return redirectUrl
  }

  const signIdToken = ({ nonce }: Grant) =>
    new SignJWT({ ...state.person, nonce, iss: issuer, aud: CLIENT_ID, ...state.claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'own' })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(state.signsWithForeignKey ? foreignKey.privateKey : ownKey.privateKey)

  const issueToken = async (form: URLSearchParams) => {
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const challenge = createHash('sha256').update(form.get('code_verifier') ?? '')
    const isRight =
      grant &&
      form.get('client_id') === CLIENT_ID &&
      form.get('client_secret') === CLIENT_SECRET &&
      form.get('redirect_uri') === grant.redirectUri &&
      challenge.digest('base64url') === grant.challenge
    if (!isRight) return { status: 400, body: { error: 'invalid_grant' } }
    const body = {
      access_token: randomUUID(),
      token_type: 'Bearer',
      expires_in: 3600,
      id_token: await signIdToken(grant),
    }
    return { status: 200, body }
  }

  const handleRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer)
    if (state.isDown) return json(response, 503, {})
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return json(response, 200, discoveryOf(issuer))
      case '/keys':
        return json(response, 200, { keys: [jwk] })
      case '/authorize':
        response.writeHead(302, { location: authorize(searchParams).href }).end()
        return
      case '/token': {
        const { status, body } = await issueToken(new URLSearchParams(await textOf(request)))
        return json(response, status, body)
      }
      default:
        return json(response, 404, {})
    }
  }

  const server = createServer((request, response) => {
    handleRequest(request, response).catch((error) => json(response, 500, { error: String(error) }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    issuer,
    environment: {
      GOOGLE_CLIENT_ID: CLIENT_ID,
      GOOGLE_CLIENT_SECRET: CLIENT_SECRET,
      GOOGLE_ISSUER: issuer,
    },
    state,
    visit: async (url) => {
      const redirection = await fetch(url, { redirect: 'manual' })
      return new URL(redirection.headers.get('location') ?? '')
    },
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const discoveryOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
})

const json = (response: ServerResponse, status: number, body: object) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
