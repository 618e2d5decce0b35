import { changingSession } from './session-changes.ts'

/** `waitS` is how many seconds the server asks to wait; `status` is 0 when no answer came. */
export type AuthFailure = { code: string | undefined; status: number; waitS?: number }

export type Outcome<T> = { ok: true; answer: T } | { ok: false; failure: AuthFailure }

type Answer = Readonly<Record<string, unknown>>

/**
 * One call of the identity provider, at its documented path. Its own client would be a twentieth of
 * everything the sign-in page loads, for the few that are used.
 */
export async function callAuth(path: string, body: object): Promise<Outcome<Answer>> {
  try {
    const response = await changingSession(
      fetch(`/api/auth/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
    const answer = await answerOf(response)
    return response.ok ? { ok: true, answer } : { ok: false, failure: failureOf(response, answer) }
  } catch {
    // No answer at all: the page that shows it says that the server cannot be reached.
    return { ok: false, failure: { code: undefined, status: 0 } }
  }
}

/** A proxy on the way may answer something that is not JSON; that tells nothing. */
async function answerOf(response: Response): Promise<Answer> {
  const answer: unknown = await response.json().catch(() => null)
  return typeof answer === 'object' && answer !== null ? { ...answer } : {}
}

function failureOf({ status, headers }: Response, { code }: Answer): AuthFailure {
  const waitS = Number(headers.get('Retry-After') ?? headers.get('X-Retry-After') ?? 0)
  return {
    code: typeof code === 'string' ? code : undefined,
    status,
    ...(waitS > 0 && { waitS: Math.ceil(waitS) }),
  }
}

export const textIn = (answer: Answer, key: string): string => {
  const value = answer[key]
  return typeof value === 'string' ? value : ''
}

/** What the answer means to the caller. */
export const mapOutcome = <T, U>(outcome: Outcome<T>, read: (answer: T) => U): Outcome<U> =>
  outcome.ok ? { ok: true, answer: read(outcome.answer) } : outcome
