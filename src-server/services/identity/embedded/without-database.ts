import { APIError } from 'better-auth/api'
import { z } from 'zod'
import { AppError } from '#server/core/calls/errors.ts'
import type { IncomingRequest } from '#server/core/ports/identity.ts'
import type { Auth } from './embedded-auth.ts'

/** Codes behind which the library hides database errors, as if the request were at fault. */
const databaseErrorCode =
  /^FAILED_TO_(?:GET_SESSION|(?:CREATE|UPDATE)_(?:USER|SESSION|VERIFICATION))$/

const Failure = z.object({ code: z.string().regex(databaseErrorCode) })

const unavailableError = (cause?: unknown): AppError =>
  new AppError(
    'unavailable',
    'The database is not available right now. Please try again in a moment.',
    { cause },
  )

/**
 * Returns the session of these cookies. A request made by a person prolongs the session. If only that fails, the
 * session is returned unprolonged.
 * @throws AppError `unavailable` when the database fails.
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
    throw isDatabaseFailure(error) ? unavailableError(error) : error
  }
}

const isDatabaseFailure = (error: unknown): boolean =>
  error instanceof APIError && Failure.safeParse(error.body).success

/**
 * Returns the response unchanged.
 * @throws AppError `unavailable` when the response hides a database error.
 */
export async function assertNoHiddenFailure(response: Response): Promise<Response> {
  const isJson = response.headers.get('content-type')?.includes('json')
  // Redirects have a JSON content type too, but no body.
  if (response.status < 400 || !isJson) return response
  const body: unknown = await response.clone().json()
  if (Failure.safeParse(body).success) throw unavailableError()
  return response
}
