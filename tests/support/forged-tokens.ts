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
export function raw(key: KeyObject, header: unknown, payload: unknown): string {
  const input = `${encode(header)}.${encode(payload)}`
  const options = { key, padding: constants.RSA_PKCS1_PADDING }
  return `${input}.${signBytes('sha256', Buffer.from(input), options).toString('base64url')}`
}

/** `awayS`: seconds by which a time is wrong. The default is one second more than the server tolerates. */
export type Forging = { atMs: number; azp: string; awayS?: number }

/** Returns tokens that the server must refuse, though each differs from a valid one in a single point. */
export async function forgeries(
  clerk: ClerkStandIn,
  { atMs, azp, awayS = 6 }: Forging,
): Promise<Record<string, string>> {
  const claims = clerk.claims('user_alice', { atMs, azp })
  const { iat, nbf: _nbf, ...rest } = claims
  const { privateKey, kid } = clerk
  const header = { alg: 'RS256', typ: 'JWT', kid, cat: 'cl_B7d4PD111AAA' }
  const good = await clerk.signToken(claims)
  const [head = '', payload = '', signature = ''] = good.split('.')
  const other = await clerk.signToken({ ...claims, sub: 'user_mallory' })
  const [, otherPayload] = other.split('.')
  const saying = (more: object) => clerk.signToken({ ...claims, ...more })
  const headed = (more: object, key = privateKey) => clerk.signToken(claims, { header: more, key })
  const strangerJwk = await exportJWK(stranger.publicKey)
  const pem = createSecretKey(Buffer.from(clerk.jwtKey))

  return {
    expired: await saying({ exp: iat - awayS, iat: iat - awayS - 60 }),
    'not yet valid': await saying({ nbf: iat + awayS }),
    'made in the future': await saying({ iat: iat + awayS }),
    'of another issuer': await saying({ iss: 'https://evil.clerk.accounts.dev' }),
    'of the issuer over http': await saying({ iss: clerk.issuer.replace('https', 'http') }),
    'of an issuer that begins alike': await saying({ iss: `${clerk.issuer}.evil.example` }),
    'of two issuers': await saying({ iss: [clerk.issuer, 'https://evil.example'] }),
    'without issuer': await saying({ iss: undefined }),
    'of another party': await saying({ azp: 'https://evil.example' }),
    'of a party that begins alike': await saying({ azp: `${azp}.evil.example` }),
    'of no party': await saying({ azp: undefined }),
    'of an empty party': await saying({ azp: '' }),
    'of several parties': await saying({ azp: [azp] }),
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
    'signed by another key under the same id': await headed({}, stranger.privateKey),
    'signed by another key under its own id': await headed({ kid: 'x' }, stranger.privateKey),
    'with a path for key id': await headed({ kid: '../../../dev/null' }),
    'with SQL for key id': await headed({ kid: "x' OR '1'='1" }),
    'with an object for key id': raw(privateKey, { ...header, kid: {} }, claims),
    'without key id': raw(privateKey, { ...header, kid: undefined }, claims),
    'with the address of keys': await headed(
      { jku: 'https://evil.example/jwks' },
      stranger.privateKey,
    ),
    'with the address of a certificate': await headed({ x5u: 'https://evil.example/x' }),
    'with a key of its own': await headed({ jwk: strangerJwk }, stranger.privateKey),
    'with a certificate of its own': await headed({ x5c: ['MIIB'] }, stranger.privateKey),
    'with a critical header': raw(privateKey, { ...header, crit: ['x'], x: 1 }, claims),
    'with an unencoded payload': raw(privateKey, { ...header, b64: false }, claims),
    'made for machines': await headed({ cat: 'cl_B7d4PD333AAA' }),
    'made from a template': await headed({ cat: 'cl_B7d4PD222AAA' }),
    'of an access token': await headed({ typ: 'at+jwt' }),
    'of no type': raw(privateKey, { ...header, typ: undefined }, claims),
    'a cut signature': good.slice(0, -10),
    'an empty signature': `${head}.${payload}.`,
    'no signature': `${head}.${payload}`,
    'bits left over in the signature': withSpareBit(good),
    'padding after the signature': `${good}==`,
    'a garbled header': `x${good}`,
    'a garbled payload': `${head}.${payload.slice(1)}.${signature}`,
    "somebody else's payload": `${head}.${otherPayload}.${signature}`,
    'claims added twice': `${head}.${encode(JSON.stringify(claims).replace('{', '{"sub":"user_bob",'))}.${signature}`,
    'five parts': `${good}.${payload}.${signature}`,
    'an empty subject': await saying({ sub: '' }),
    'no subject': await saying({ sub: undefined }),
    'a subject that is a path': await saying({ sub: 'user_/../../jwks' }),
    'a subject that is no person': await saying({ sub: 'mch_machine' }),
    'several subjects': await saying({ sub: ['user_alice'] }),
    'no session': await saying({ sid: undefined }),
    'a session that lacks a step': await saying({ sts: 'pending' }),
    'no end': await clerk.signToken({ ...claims, exp: undefined }),
    'an end in words': await saying({ exp: String(iat + 60) }),
    'an end of null': raw(privateKey, header, { ...claims, exp: null }),
    'an endless end': raw(
      privateKey,
      header,
      JSON.stringify(claims).replace(/"exp":\d+/, '"exp":1e999'),
    ),
    'an end in years': await saying({ exp: iat + 3650 * DAY_S }),
    'no beginning': await clerk.signToken(rest),
    'more text than is read': await saying({ note: 'x'.repeat(9000) }),
    'a token in a token': raw(privateKey, { ...header, cty: 'JWT' }, good),
    'a list of claims': raw(privateKey, header, [claims]),
    'no JSON at all': raw(privateKey, 'x', 'y'),
    'only dots': '..',
  }
}

/** Returns the same signature in another spelling: the last character contains bits that no byte uses. */
function withSpareBit(token: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(token.slice(-1))
  return token.slice(0, -1) + alphabet[last + 1]
}
