import { queryClient } from '../trpc.ts'

export type AuthFailure = { code: string | undefined; status: number }

type Outcome = { ok: true } | { ok: false; failure: AuthFailure }

/**
 * One call of the identity provider, at its documented path. Its own client would be a twentieth of
 * everything the sign-in page loads, for these three.
 */
async function call(path: string, body: object): Promise<Outcome> {
  try {
    const response = await fetch(`/api/auth/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) {
      return { ok: false, failure: { code: await codeOf(response), status: response.status } }
    }
    // What one person saw must not be shown to the next.
    queryClient.clear()
    return { ok: true }
  } catch {
    // No answer at all: whoever shows it says that the server cannot be reached.
    return { ok: false, failure: { code: undefined, status: 0 } }
  }
}

/** A proxy on the way may answer something that is not JSON; then there is no code. */
async function codeOf(response: Response): Promise<string | undefined> {
  const answer: { code?: unknown } = await response.json().catch(() => ({}))
  return typeof answer.code === 'string' ? answer.code : undefined
}

export const signIn = (credentials: { email: string; password: string }): Promise<Outcome> =>
  call('sign-in/email', credentials)

export const signUp = (person: {
  email: string
  password: string
  name: string
}): Promise<Outcome> => call('sign-up/email', person)

export async function signOut(): Promise<Outcome> {
  const outcome = await call('sign-out', {})
  if (outcome.ok) sessionStorage.clear()
  return outcome
}
