import {
  constants,
  createSecretKey,
  generateKeyPairSync,
  type KeyObject,
  sign as signBytes,
} from 'node:crypto'
import { exportJWK } from 'jose'
import type { ClerkStandIn } from './clerk-stand-in.ts'

const DAY_S = 86_400

const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
const strangerEc = generateKeyPairSync('ec', { namedCurve: 'P-256' })

const encode = (part: unknown): string =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')

/** Signs any header and payload, also invalid ones that a JWT library refuses. */
export function signRaw(key: KeyObject, header: unknown, payload: unknown): string {
  const input = `${encode(header)}.${encode(payload)}`
  const options = { key, padding: constants.RSA_PKCS1_PADDING }
  return `${input}.${signBytes('sha256', Buffer.from(input), options).toString('base64url')}`
}

/** `awayS`: seconds by which a time is wrong. The default is one second more than the server tolerates. */
export type ForgeryOptions = { atMs: number; azp: string; awayS?: number }

/** Returns tokens that the server must refuse, though each differs from a valid one in a single point. */
export async function forgeTokens(
  clerk: ClerkStandIn,
  { atMs, azp, awayS = 6 }: ForgeryOptions,
): Promise<Record<string, string>> {
  const claims = clerk.claims('user_alice', { atMs, azp })
  const { iat, nbf: _nbf, ...rest } = claims
  const { privateKey, kid } = clerk
  const header = { alg: 'RS256', typ: 'JWT', kid, cat: 'cl_B7d4PD111AAA' }
  const good = await clerk.signToken(claims)
  const [head = '', payload = '', signature = ''] = good.split('.')
  const malloryToken = await clerk.signToken({ ...claims, sub: 'user_mallory' })
  const [, malloryPayload] = malloryToken.split('.')
  const withClaims = (more: object) => clerk.signToken({ ...claims, ...more })
  const withHeader = (more: object, key = privateKey) =>
    clerk.signToken(claims, { header: more, key })
  const strangerJwk = await exportJWK(stranger.publicKey)
  const pem = createSecretKey(Buffer.from(clerk.jwtKey))

  return {
    expired: await withClaims({ exp: iat - awayS, iat: iat - awayS - 60 }),
    'not yet valid': await withClaims({ nbf: iat + awayS }),
    'made in the future': await withClaims({ iat: iat + awayS }),
    'of another issuer': await withClaims({ iss: 'https://evil.clerk.accounts.dev' }),
    'of the issuer over http': await withClaims({ iss: clerk.issuer.replace('https', 'http') }),
    'of an issuer that begins alike': await withClaims({ iss: `${clerk.issuer}.evil.example` }),
    'of two issuers': await withClaims({ iss: [clerk.issuer, 'https://evil.example'] }),
    'without issuer': await withClaims({ iss: undefined }),
    'of another party': await withClaims({ azp: 'https://evil.example' }),
    'of a party that begins alike': await withClaims({ azp: `${azp}.evil.example` }),
    'of no party': await withClaims({ azp: undefined }),
    'of an empty party': await withClaims({ azp: '' }),
    'of several parties': await withClaims({ azp: [azp] }),
    'alg none': `${encode({ ...header, alg: 'none' })}.${payload}.`,
    'alg nOnE with a signature': `${encode({ ...header, alg: 'nOnE' })}.${payload}.${signature}`,
    'HS256 with the public key as secret': await clerk.signToken(claims, {
      alg: 'HS256',
      key: pem,
    }),
    'RS384 with the right key': await clerk.signToken(claims, { alg: 'RS384' }),
    'RS512 with the right key': await clerk.signToken(claims, { alg: 'RS512' }),
    'PS256 with the right key': await clerk.signToken(claims, { alg: 'PS256' }),
    ES256: await clerk.signToken(claims, { alg: 'ES256', key: strangerEc.privateKey }),
    'signed by another key under the same id': await withHeader({}, stranger.privateKey),
    'signed by another key under its own id': await withHeader({ kid: 'x' }, stranger.privateKey),
    'with a path for key id': await withHeader({ kid: '../../../dev/null' }),
    'with SQL for key id': await withHeader({ kid: "x' OR '1'='1" }),
    'with an object for key id': signRaw(privateKey, { ...header, kid: {} }, claims),
    'without key id': signRaw(privateKey, { ...header, kid: undefined }, claims),
    'with the address of keys': await withHeader(
      { jku: 'https://evil.example/jwks' },
      stranger.privateKey,
    ),
    'with the address of a certificate': await withHeader({ x5u: 'https://evil.example/x' }),
    'with a key of its own': await withHeader({ jwk: strangerJwk }, stranger.privateKey),
    'with a certificate of its own': await withHeader({ x5c: ['MIIB'] }, stranger.privateKey),
    'with a critical header': signRaw(privateKey, { ...header, crit: ['x'], x: 1 }, claims),
    'with an unencoded payload': signRaw(privateKey, { ...header, b64: false }, claims),
    'made for machines': await withHeader({ cat: 'cl_B7d4PD333AAA' }),
    'made from a template': await withHeader({ cat: 'cl_B7d4PD222AAA' }),
    'of an access token': await withHeader({ typ: 'at+jwt' }),
    'of no type': signRaw(privateKey, { ...header, typ: undefined }, claims),
    'a cut signature': good.slice(0, -10),
    'an empty signature': `${head}.${payload}.`,
    'no signature': `${head}.${payload}`,
    'bits left over in the signature': withSpareBit(good),
    'padding after the signature': `${good}==`,
    'a garbled header': `x${good}`,
    'a garbled payload': `${head}.${payload.slice(1)}.${signature}`,
    "somebody else's payload": `${head}.${malloryPayload}.${signature}`,
    'claims added twice': `${head}.${encode(JSON.stringify(claims).replace('{', '{"sub":"user_bob",'))}.${signature}`,
    'five parts': `${good}.${payload}.${signature}`,
    'an empty subject': await withClaims({ sub: '' }),
    'no subject': await withClaims({ sub: undefined }),
    'a subject that is a path': await withClaims({ sub: 'user_/../../jwks' }),
    'a subject that is not a person': await withClaims({ sub: 'mch_machine' }),
    'several subjects': await withClaims({ sub: ['user_alice'] }),
    'no session': await withClaims({ sid: undefined }),
    'a session that lacks a step': await withClaims({ sts: 'pending' }),
    'no end': await clerk.signToken({ ...claims, exp: undefined }),
    'an end in words': await withClaims({ exp: String(iat + 60) }),
    'an end of null': signRaw(privateKey, header, { ...claims, exp: null }),
    'an endless end': signRaw(
      privateKey,
      header,
      JSON.stringify(claims).replace(/"exp":\d+/, '"exp":1e999'),
    ),
    'an end in years': await withClaims({ exp: iat + 3650 * DAY_S }),
    'no beginning': await clerk.signToken(rest),
    'more text than is read': await withClaims({ note: 'x'.repeat(9000) }),
    'a token in a token': signRaw(privateKey, { ...header, cty: 'JWT' }, good),
    'a list of claims': signRaw(privateKey, header, [claims]),
    'no JSON at all': signRaw(privateKey, 'x', 'y'),
    'only dots': '..',
  }
}

/** Returns the same signature in another spelling: the last character contains bits that no byte uses. */
function withSpareBit(token: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(token.slice(-1))
  return token.slice(0, -1) + alphabet[last + 1]
}
