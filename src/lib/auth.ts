import { createAuthClient } from 'better-auth/client'
import { queryClient } from '../trpc.ts'

const authClient = createAuthClient({ baseURL: window.location.origin })

export type AuthFailure = { code: string | undefined; status: number }

type Outcome = { ok: true } | { ok: false; failure: AuthFailure }

type Answer = { error: { code?: string | undefined; status: number } | null }

// What one person saw must not be shown to the next.
function outcomeOf({ error }: Answer): Outcome {
  if (error) return { ok: false, failure: { code: error.code, status: error.status } }
  queryClient.clear()
  return { ok: true }
}

async function attempt(call: () => Promise<Answer>): Promise<Outcome> {
  try {
    return outcomeOf(await call())
  } catch {
    return { ok: false, failure: { code: undefined, status: 0 } }
  }
}

export const signIn = (credentials: { email: string; password: string }): Promise<Outcome> =>
  attempt(() => authClient.signIn.email(credentials))

export const signUp = (person: {
  email: string
  password: string
  name: string
}): Promise<Outcome> => attempt(() => authClient.signUp.email(person))

export async function signOut(): Promise<Outcome> {
  const outcome = await attempt(() => authClient.signOut())
  if (outcome.ok) sessionStorage.clear()
  return outcome
}
