import { randomInt } from 'node:crypto'

/** Requests as somebody would send them who wants to break the server, from what it says of itself. */

type Schema = { $ref?: string; [key: string]: unknown }
type Operation = {
  parameters?: { $ref?: string; in?: string; name?: string }[]
  requestBody?: { content?: Record<string, { examples?: Record<string, { value: unknown }> }> }
}
export type ApiDocument = {
  paths: Record<string, Record<string, Operation>>
  components: { parameters?: Record<string, { in: string; name: string }>; schemas: Schema }
}

export type HostileRequest = { method: string; path: string; text: string | undefined }

const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T

const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** Values at the edges of what types mean, and texts that mean something to what stands behind. */
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

/** What may be sent about an operation: its example, bent in one to four places. */
function bend(value: unknown): unknown {
  if (randomInt(3) === 0 || typeof value !== 'object' || value === null) return pick(hostileValues)
  const entries = Object.entries(value)
  const [key = 'a', inner] = pick(entries.length > 0 ? entries : [['a', 1]])
  const rest = Object.fromEntries(entries.filter(([name]) => name !== key))
  switch (randomInt(5)) {
    case 0:
      return rest
    case 1:
      return { ...value, [pick(hostileKeys)]: pick(hostileValues) }
    case 2:
      return [value, value]
    default:
      return { ...rest, [key]: bend(inner) }
  }
}

/** Some bytes of the text are others now. */
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

export type Endpoint = { method: string; path: string; query: string[]; examples: unknown[] }

/** Every call that the document names. */
export function endpointsOf({ paths, components }: ApiDocument): Endpoint[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => {
      const known = parameters.map((each) =>
        each.$ref ? components.parameters?.[each.$ref.split('/').at(-1) ?? ''] : each,
      )
      const examples = requestBody?.content?.['application/json']?.examples ?? {}
      return {
        method: method.toUpperCase(),
        path,
        query: known.flatMap((each) => (each?.in === 'query' ? [each.name ?? ''] : [])),
        examples: Object.values(examples).map(({ value }) => value),
      }
    }),
  )
}

/** One request at random, about real ids or about nothing. */
export function hostileRequest(
  endpoints: readonly Endpoint[],
  ids: readonly string[],
): HostileRequest {
  const { method, path, query, examples } = pick(endpoints)
  const id = randomInt(2) === 0 ? pick(ids) : textOf(pick(hostileValues)).slice(0, 300)
  const parameters = new URLSearchParams()
  for (let times = randomInt(4); times > 0; times--) {
    const name = query.length > 0 && randomInt(4) > 0 ? pick(query) : pick(hostileKeys)
    parameters.append(name, textOf(pick(hostileValues)).slice(0, 1000))
  }
  const search = parameters.size > 0 ? `?${parameters}` : ''
  const address = path.replace('{id}', encodeURIComponent(id)) + search
  if (method === 'GET') return { method, path: address, text: undefined }
  const bent = JSON.stringify(bend(pick(examples.length > 0 ? examples : [{}]))) ?? ''
  const text = pick([() => bent, () => garble(bent), () => deep(randomInt(1, 12_000))])()
  return { method, path: address, text }
}
