import type { z } from 'zod'
import { AppError } from '#server/core/calls/errors.ts'
import type { Logger } from '#server/core/context.ts'
import type { ProviderStatus } from '#server/core/ports/identity.ts'
import { toIso } from '#server/shared/day.ts'

/** Time limit of one request to Clerk. */
const TIMEOUT_MS = 3000
/** Pause after a failure, during which requests fail without waiting for Clerk. */
const PAUSE_MS = 10_000
/** Largest response of Clerk that is read. */
const MAX_BYTES = 4 * 1024 * 1024

export type ClerkApi = {
  /** Returns undefined on 404; throws an AppError `unavailable` when Clerk does not respond as expected. */
  get: <T>(path: string, schema: z.ZodType<T>) => Promise<T | undefined>
  status: () => ProviderStatus
}

export type ClerkApiOptions = {
  apiUrl: string
  secretKey: string
  now: () => number
  log: Logger
}

/**
 * Calls Clerk's backend API, with limits on its time and its size. Clerk's own client has neither, and would follow
 * redirects with the secret key.
 */
export function createClerkApi(options: ClerkApiOptions): ClerkApi {
  const { apiUrl, secretKey, now, log } = options
  let status: ProviderStatus = { isReachable: null, lastError: null, since: null }
  let pausedUntil = 0

  const recordStatus = (isReachable: boolean, lastError: string | null) => {
    if (status.isReachable === isReachable) {
      status = { ...status, lastError: lastError ?? status.lastError }
      return
    }
    status = { isReachable, lastError: lastError ?? status.lastError, since: toIso(now()) }
    if (!isReachable) log.warn({ reason: lastError }, "Clerk's API cannot be used")
    else log.info("Clerk's API responds")
  }

  return {
    status: () => status,
    get: async (path, schema) => {
      if (now() < pausedUntil) throw unavailableError()
      try {
        const response = await fetch(`${apiUrl}/v1${path}`, {
          headers: { authorization: `Bearer ${secretKey}`, accept: 'application/json' },
          redirect: 'error',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        })
        const result = await parseResponse(response, schema)
        recordStatus(true, null)
        return result
      } catch (error) {
        pausedUntil = now() + PAUSE_MS
        recordStatus(false, reasonOf(error))
        throw unavailableError(error)
      }
    },
  }
}

const unavailableError = (cause?: unknown): AppError =>
  new AppError('unavailable', 'The sign-in service cannot be reached. Please try again.', {
    reason: 'identity_provider_unreachable',
    retryAfterS: PAUSE_MS / 1000,
    cause,
  })

async function parseResponse<T>(response: Response, schema: z.ZodType<T>): Promise<T | undefined> {
  if (response.status === 404) {
    await response.body?.cancel()
    return undefined
  }
  if (!response.ok) {
    await response.body?.cancel()
    const hint = response.status === 401 ? ': CLERK_SECRET_KEY is not accepted' : ''
    throw new Error(`it responded with ${response.status}${hint}`)
  }
  return schema.parse(JSON.parse(await textOf(response)))
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES) throw new Error(`it sent more than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Returns the reason of a failure for operators; it never contains the secret key or the body. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'TimeoutError') return `it did not respond within ${TIMEOUT_MS} ms`
  if (error.name === 'ZodError' || error instanceof SyntaxError)
    return 'its response cannot be read'
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
  return code ?? error.message
}
