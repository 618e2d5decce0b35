import { randomInt } from 'node:crypto'
import { encodeCursor } from '#server/shared/cursor.ts'
import { signInCalls } from '../calls.ts'
import { procedureTypes } from './procedures.ts'

/** Requests of an attacker who wants to break the server, built from the server's own API description. */

type Schema = { $ref?: string; [key: string]: unknown }
type Operation = {
  parameters?: { $ref?: string; in?: string; name?: string }[]
  requestBody?: { content?: Record<string, { examples?: Record<string, { value: unknown }> }> }
}
/** The parts of an OpenAPI document from which requests are built. */
export type ApiDocument = {
  paths: Record<string, Record<string, Operation>>
  components: { parameters?: Record<string, { in: string; name: string }>; schemas: Schema }
}

/** A request to send. `text` is the body as sent; undefined for a request without a body. */
export type HostileRequest = { method: string; path: string; text: string | undefined }

const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T

const nestedArrays = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** Values at the edges of types, and texts with a special meaning in systems behind the API. */
export const hostileValues: readonly unknown[] = [
  null,
  true,
  [],
  {},
  [[]],
  -1,
  0,
  1.5,
  1e21,
  1e-7,
  2 ** 53,
  -(2 ** 53) - 1,
  '',
  ' ',
  '0',
  '-1',
  '0.001',
  '00.10',
  '1e5',
  'NaN',
  'Infinity',
  '١٢.٣٤',
  '１２.３４',
  '\u0000',
  '\ud800',
  '\u202e evil',
  '\r\nSet-Cookie: a=b',
  "' or 1=1 --",
  "'; drop table transactions; --",
  '" or ""="',
  '%27%20or%201=1',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '=cmd|calc',
  '../../../etc/passwd',
  'file:///etc/passwd',
  'http://169.254.169.254/',
  '__proto__',
  'constructor',
  'toString',
  '2026-02-30',
  '9999-12-31',
  '0001-01-01',
  '-000001-01-01T00:00:00Z',
  'x'.repeat(5000),
  '🧾'.repeat(300),
  'a\u0301'.repeat(200),
  Array.from({ length: 500 }, (_, n) => n),
  { __proto__: null, $ne: null, $gt: '' },
]

const hostileKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'id',
  'merchantId',
  'status',
  '$where',
  '',
]

/** Returns an example with a random hostile change at a random depth. */
export function mutate(value: unknown): unknown {
  if (randomInt(3) === 0 || typeof value !== 'object' || value === null) return pick(hostileValues)
  const entries = Object.entries(value)
  const [key = 'a', child] = pick(entries.length > 0 ? entries : [['a', 1]])
  const rest = Object.fromEntries(entries.filter(([name]) => name !== key))
  switch (randomInt(5)) {
    case 0:
      return rest
    case 1:
      return { ...value, [pick(hostileKeys)]: pick(hostileValues) }
    case 2:
      return [value, value]
    default:
      return { ...rest, [key]: mutate(child) }
  }
}

/** Replaces one to five random bytes of the text. */
function garble(text: string): string {
  const bytes = Buffer.from(text)
  for (let times = randomInt(1, 6); times > 0 && bytes.length > 0; times--) {
    bytes[randomInt(bytes.length)] = randomInt(256)
  }
  return bytes.toString('latin1')
}

const textOf = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.isWellFormed() ? text : text.toWellFormed()
}

/** A call of the REST API, with its query parameters and examples of its body. */
export type Endpoint = { method: string; path: string; query: string[]; examples: unknown[] }

/** Returns every call in the API description. */
export function endpointsOf({ paths, components }: ApiDocument): Endpoint[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => {
      const resolved = parameters.map((each) =>
        each.$ref ? components.parameters?.[each.$ref.split('/').at(-1) ?? ''] : each,
      )
      const examples = requestBody?.content?.['application/json']?.examples ?? {}
      return {
        method: method.toUpperCase(),
        path,
        query: resolved.flatMap((each) => (each?.in === 'query' ? [each.name ?? ''] : [])),
        examples: Object.values(examples).map(({ value }) => value),
      }
    }),
  )
}

const sorts = ['-id', '-createdAt', 'amount', '-amount', 'customerName', 'name', 'totalSpent', 'x']

const cursorValues: readonly unknown[] = [
  ...hostileValues,
  1234,
  '2026-01-01T00:00:00.000Z',
  2 ** 63,
]

/** Returns a cursor in the format of the lists, for a row that never existed; sometimes text that is not a cursor. */
function forgedCursor(): string {
  if (randomInt(4) === 0) return textOf(pick(hostileValues)).slice(0, 1000)
  const value = pick(cursorValues)
  const id = pick(['txn_1', 'cus_1', 'aud_1', '', '\ud800', 'x'.repeat(300)])
  const cursor = { sort: pick(sorts), value: value as string | number, id }
  return encodeCursor(cursor).slice(0, randomInt(8) === 0 ? 20 : 1000)
}

/** Calls left out: they end the drill's own membership or session, never end, or call other companies' servers. */
const skippedCalls = /^(?:openai|environment|clerk|events|demo)\.|^team\.leave$/
const names = Object.entries(procedureTypes).flatMap(([name, type]) =>
  type === 'subscription' || skippedCalls.test(name) ? [] : [name],
)

/** Returns a call of the tRPC API, alone or as a batch, with a hostile input. */
export function hostileTrpc(examples: readonly unknown[], ids: readonly string[]): HostileRequest {
  const chosen = Array.from({ length: randomInt(5) === 0 ? randomInt(1, 14) : 1 }, () =>
    pick(names),
  )
  const makeInput = () => {
    const input = mutate(pick([...examples, { id: pick(ids) }, { cursor: forgedCursor() }]))
    return typeof input === 'object' && input !== null ? input : { id: input }
  }
  const input =
    chosen.length === 1 ? makeInput() : Object.fromEntries(chosen.map((_, n) => [n, makeInput()]))
  const path = `/trpc/${chosen.join(pick([',', ',', '%2C', '%252C']))}`
  const batch = chosen.length === 1 ? '' : pick(['batch=1', '%62atch=1', 'batch=1&batch=1', ''])
  const text = JSON.stringify(input) ?? ''
  const isQuery = chosen.every((name) => procedureTypes[name] === 'query')
  if (!isQuery && randomInt(4) > 0) {
    return { method: 'POST', path: `${path}?${batch}`, text: pick([text, garble(text)]) }
  }
  const query = new URLSearchParams({ input: pick([text, textOf(pick(hostileValues))]) })
  return { method: 'GET', path: `${path}?${batch}&${query}`, text: undefined }
}

const signInPaths = [
  // Left out, because it would end the drill's own session.
  ...Object.keys(signInCalls).filter((name) => name !== 'sign-out'),
  'verify-email',
  'get-session',
  'oauth2/callback/google',
  'update-user',
  'delete-user',
  'list-sessions',
  '../merchant/profile',
]

/** Returns a call of the sign-in with a hostile body, so that the server hardly ever hashes a password. */
export function hostileSignIn(): HostileRequest {
  const body = { email: 'victim@example.com', password: 'short', name: 'A', token: 'x', code: '1' }
  const path = `/api/auth/${pick(signInPaths)}`
  if (randomInt(4) > 0) return { method: 'POST', path, text: JSON.stringify(mutate(body)) ?? '' }
  const query = new URLSearchParams({ token: textOf(pick(hostileValues)).slice(0, 500) })
  return { method: 'GET', path: `${path}?${query}`, text: undefined }
}

const pages = [
  '/',
  '/dashboard',
  '/transactions/',
  '/customers?search=',
  '/join#',
  '/docs/',
  '/api',
]
const files = [
  '/assets/',
  '/favicon.ico',
  '/robots.txt',
  '/metrics',
  '/healthz',
  '/readyz',
  '/api/reference/',
]

/** Returns a request for a page or a file. Its URL contains any characters that a request line permits. */
export function hostilePage(): HostileRequest {
  const oddPaths = [
    '//[',
    '//',
    '/..;/',
    '/%2e%2e/',
    '/\\',
    '/%',
    '/%c0%af',
    '?',
    '#',
    '[',
    '|',
    '%00',
    '%',
  ]
  const tail =
    randomInt(3) === 0 ? encodeURIComponent(textOf(pick(hostileValues)).slice(0, 300)) : ''
  const path =
    randomInt(3) === 0
      ? pick(oddPaths) + pick(pages)
      : pick([...pages, ...files]) + pick(['', ...oddPaths])
  return {
    method: pick(['GET', 'GET', 'HEAD', 'POST', 'OPTIONS']),
    // The path starts with a slash, because anything else is not a request; mangled bytes cover that case.
    path: `/${path}${tail}`.replace(/^\/(?=\/)/, pick(['', '', '/'])),
    text: undefined,
  }
}

/** Returns a random request, for a real ID or a hostile one. */
export function hostileRequest(
  endpoints: readonly Endpoint[],
  ids: readonly string[],
): HostileRequest {
  const { method, path, query, examples } = pick(endpoints)
  const id = randomInt(2) === 0 ? pick(ids) : textOf(pick(hostileValues)).slice(0, 300)
  const parameters = new URLSearchParams()
  for (let times = randomInt(4); times > 0; times--) {
    const name = query.length > 0 && randomInt(4) > 0 ? pick(query) : pick(hostileKeys)
    const value = name === 'cursor' ? forgedCursor() : textOf(pick(hostileValues)).slice(0, 1000)
    parameters.append(name, value)
  }
  const search = parameters.size > 0 ? `?${parameters}` : ''
  const target = path.replace('{id}', encodeURIComponent(id)) + search
  if (method === 'GET') return { method, path: target, text: undefined }
  const mutated = JSON.stringify(mutate(pick(examples.length > 0 ? examples : [{}]))) ?? ''
  const text = pick([
    () => mutated,
    () => garble(mutated),
    () => nestedArrays(randomInt(1, 12_000)),
  ])()
  return { method, path: target, text }
}
