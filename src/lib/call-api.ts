import { EXAMPLE_KEY, statedBook } from './book.ts'
import { authorization } from './clerk/clerk-link.ts'

export type ApiCall = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
}

export type ApiAnswer = { status: number; durationMs: number; body: string }

/** A call of the REST door, as a program would make it, but with the session of this browser. */
export async function callApi({ method, path, body, headers }: ApiCall): Promise<ApiAnswer> {
  const startedAt = performance.now()
  const response = await fetch(path, {
    method,
    headers: {
      ...(await authorization()),
      ...statedBook,
      ...(body && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const durationMs = Math.round(performance.now() - startedAt)
  return { status: response.status, durationMs, body: text }
}

/** JSON with line breaks; what is no JSON stays as it is. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The same call for a shell. The key is a stand-in: real ones are shown once, elsewhere. */
export function curlOf({ method, path, body, headers }: ApiCall, baseUrl: string): string {
  const all = {
    Authorization: `Bearer ${EXAMPLE_KEY}`,
    ...(body && { 'Content-Type': 'application/json' }),
    ...headers,
  }
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(baseUrl + path)}`,
    ...Object.entries(all).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
    ...(body ? [`  -d ${quoted(JSON.stringify(body))}`] : []),
  ].join(' \\\n')
}
