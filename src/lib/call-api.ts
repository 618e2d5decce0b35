import { authorization } from './clerk/clerk-link.ts'
import { EXAMPLE_KEY, modeHeader } from './mode.ts'

/** A REST request, which `callApi` sends and `curlOf` writes as a command. */
export type ApiCall = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
}

/** A REST response; `durationMs` is the time until its whole body arrived. */
export type ApiResponse = { status: number; durationMs: number; body: string }

/** Calls the REST API as a program would, but with this browser's session. Resolves for every HTTP status. */
export async function callApi({ method, path, body, headers }: ApiCall): Promise<ApiResponse> {
  const startedAt = performance.now()
  const response = await fetch(path, {
    method,
    headers: {
      ...(await authorization()),
      ...modeHeader,
      ...(body && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const durationMs = Math.round(performance.now() - startedAt)
  return { status: response.status, durationMs, body: text }
}

/** Indents JSON; returns any other text unchanged. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Returns the same call as a curl command. The key is a placeholder: real keys are shown only once, elsewhere. */
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
