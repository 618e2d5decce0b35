import { APIError } from 'better-auth/api'
import { z } from 'zod'
import { AppError } from '#server/core/calls/errors.ts'
import type { IncomingRequest } from '#server/core/ports/identity.ts'
import type { Auth } from './embedded-auth.ts'

/** The library hides what the database said behind these codes, as if the request were at fault. */
const databaseFailed = /^FAILED_TO_(?:GET_SESSION|(?:CREATE|UPDATE)_(?:USER|SESSION|VERIFICATION))$/

const Failure = z.object({ code: z.string().regex(databaseFailed) })

const unavailable = (cause?: unknown): AppError =>
  new AppError(
    'unavailable',
    'The database is not available right now. Please try again in a moment.',
    { cause },
  )

/**
 * The session of these cookies, prolonged when a person made the request. One that is due to be
 * prolonged is read all the same when it cannot be.
 */
export async function readSession(auth: Auth, { headers, isUnattended = false }: IncomingRequest) {
  const read = (query: { disableRefresh?: boolean }) =>
    auth.api.getSession({ headers, returnHeaders: true, query })
  try {
    return await read(isUnattended ? { disableRefresh: true } : {})
  } catch (error) {
    if (!isDatabaseFailure(error)) throw error
  }
  try {
    return await read({ disableRefresh: true })
  } catch (error) {
    throw isDatabaseFailure(error) ? unavailable(error) : error
  }
}

const isDatabaseFailure = (error: unknown): boolean =>
  error instanceof APIError && Failure.safeParse(error.body).success

/** @throws AppError `unavailable` when the answer hides that the database failed. */
export async function withoutHiding(answer: Response): Promise<Response> {
  const isJson = answer.headers.get('content-type')?.includes('json')
  // Redirects call themselves JSON too, and have no body.
  if (answer.status < 400 || !isJson) return answer
  const body: unknown = await answer.clone().json()
  if (Failure.safeParse(body).success) throw unavailable()
  return answer
}
