import { trackSessionChange } from './session-changes.ts'

/**
 * A failed call of the identity provider. `waitS`: seconds to wait, as the server requests; `status`: the
 * HTTP status, 0 without a response.
 */
export type AuthFailure = { code: string | undefined; status: number; waitS?: number }

/** The result of a call of the identity provider: its response, or the failure. */
export type Outcome<T> = { ok: true; data: T } | { ok: false; failure: AuthFailure }

type AuthResponse = Readonly<Record<string, unknown>>

/**
 * Calls the identity provider's documented API. The provider's own client library would make up a twentieth
 * of the sign-in page's code, for few calls.
 */
export async function callAuth(path: string, body: object): Promise<Outcome<AuthResponse>> {
  try {
    const response = await trackSessionChange(
      fetch(`/api/auth/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
    const data = await readResponse(response)
    return response.ok ? { ok: true, data } : { ok: false, failure: failureOf(response, data) }
  } catch {
    // Status 0 makes the page report that the server cannot be reached.
    return { ok: false, failure: { code: undefined, status: 0 } }
  }
}

/** Returns an empty object when the response is not JSON, as a proxy may send. */
async function readResponse(response: Response): Promise<AuthResponse> {
  const body: unknown = await response.json().catch(() => null)
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

function failureOf({ status, headers }: Response, { code }: AuthResponse): AuthFailure {
  const waitS = Number(headers.get('Retry-After') ?? headers.get('X-Retry-After') ?? 0)
  return {
    code: typeof code === 'string' ? code : undefined,
    status,
    ...(waitS > 0 && { waitS: Math.ceil(waitS) }),
  }
}

/** Returns a text of a response; empty when the key is missing or its value is not text. */
export const textIn = (body: AuthResponse, key: string): string => {
  const value = body[key]
  return typeof value === 'string' ? value : ''
}

/** Converts a successful outcome's response with `read`; returns a failure unchanged. */
export const mapOutcome = <T, U>(outcome: Outcome<T>, read: (body: T) => U): Outcome<U> =>
  outcome.ok ? { ok: true, data: read(outcome.data) } : outcome
