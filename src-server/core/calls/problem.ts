import { TRPCError } from '@trpc/server'
import type { z } from 'zod'
import { isOutcomeUnknown, isUnavailable } from '#db/failures.ts'
import {
  type ErrorCode,
  httpStatusOf,
  type Issue,
  type Problem,
} from '#server/shared/reasons/errors.ts'
import { fieldSentence, UNKNOWN_FIELD } from '#server/shared/text/field-sentence.ts'
import { AppError } from './errors.ts'

/** Largest request body in bytes, for a route without its own limit; the longest payment is far smaller. */
export const BODY_LIMIT = 64 * 1024

/**
 * Converts any error into the problem (RFC 9457) that the caller may see; no other code does. `bodyLimit` is the
 * largest body of the route in bytes, for the message about a larger body.
 */
export function problemOf(error: unknown, requestId: string, bodyLimit = BODY_LIMIT): Problem {
  const replayed = appErrorOf(error)?.replayed
  if (replayed !== undefined) return JSON.parse(replayed)
  const { code, detail, reason, issues, transactionId } = refusalOf(error, bodyLimit)
  const current = appErrorOf(error)?.current
  return {
    type: 'about:blank',
    title: titles[code],
    status: httpStatusOf[code],
    detail,
    code,
    ...(reason && { reason }),
    ...(issues && { issues }),
    ...(transactionId && { transactionId }),
    ...(current !== undefined && { current }),
    requestId,
  }
}

/** Content type of a problem. */
export const problemJson = 'application/problem+json; charset=utf-8'

type Refusal = Pick<Problem, 'code' | 'detail' | 'reason' | 'issues' | 'transactionId'>

const titles: Record<ErrorCode, string> = {
  invalid: 'Bad Request',
  unauthenticated: 'Unauthorized',
  forbidden: 'Forbidden',
  not_found: 'Not Found',
  conflict: 'Conflict',
  too_large: 'Payload Too Large',
  unsupported_media_type: 'Unsupported Media Type',
  unprocessable: 'Unprocessable Content',
  limit: 'Too Many Requests',
  unavailable: 'Service Unavailable',
  internal: 'Internal Server Error',
}

/** Returns the AppError in an error, even when tRPC has wrapped it; undefined for any other error. */
export function appErrorOf(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  return error instanceof Error && error.cause instanceof AppError ? error.cause : undefined
}

/** Never contains the message of an unknown error, which may contain SQL, paths or secrets. */
const unknownFailure: Refusal = {
  code: 'internal',
  detail:
    'Something went wrong on our side. Check whether the change was made before you try again.',
}

/** The connection to the database, or its standby, failed while a change was being committed. */
const unknownOutcome: Refusal = {
  code: 'unavailable',
  detail:
    'The database broke off while it kept the change. Ask again with the same Idempotency-Key, or look first whether the change was made.',
}

function refusalOf(error: unknown, bodyLimit: number): Refusal {
  const appError = appErrorOf(error)
  if (appError) {
    const { code, message, reason, transactionId } = appError
    const issues = appError.issues?.map(toSentence)
    return { code, detail: issues?.[0]?.message ?? message, reason, issues, transactionId }
  }
  if (error instanceof TRPCError) return refusalOfTrpc(error, bodyLimit)
  if (isZodError(error)) return invalidInput(error)
  if (isOutcomeUnknown(error)) return unknownOutcome
  if (isUnavailable(error)) {
    return {
      code: 'unavailable',
      detail: 'The database is not available right now. Please try again in a moment.',
    }
  }
  return refusalOfFastify(error, bodyLimit) ?? unknownFailure
}

function refusalOfTrpc(error: TRPCError, bodyLimit: number): Refusal {
  const { cause } = error
  if (error.code === 'BAD_REQUEST') return isZodError(cause) ? invalidInput(cause) : badRequest()
  if (error.code === 'NOT_FOUND' && !cause)
    return { code: 'not_found', detail: 'There is no such call.' }
  if (error.code === 'METHOD_NOT_SUPPORTED') {
    return { code: 'invalid', detail: 'This call needs another HTTP method.' }
  }
  if (error.code === 'UNSUPPORTED_MEDIA_TYPE') return jsonOnly
  if (error.code === 'PAYLOAD_TOO_LARGE') return tooLarge(bodyLimit)
  return cause ? refusalOf(cause, bodyLimit) : unknownFailure
}

const isZodError = (error: unknown): error is z.ZodError =>
  error instanceof Error && 'issues' in error && Array.isArray(error.issues)

const badRequest = (): Refusal => ({
  code: 'invalid',
  detail: 'The request could not be read: its body must be valid JSON.',
})

function invalidInput(error: z.ZodError): Refusal {
  const issues = error.issues.flatMap(issuesOf).map(toSentence)
  return { code: 'invalid', detail: issues[0]?.message ?? 'The request is not valid.', issues }
}

const toSentence = (issue: Issue): Issue => ({ path: issue.path, message: fieldSentence(issue) })

function issuesOf(issue: z.core.$ZodIssue): Issue[] {
  const path = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...issue.path, key].join('.'),
      message: UNKNOWN_FIELD,
    }))
  }
  const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
  return [{ path, message: isMissing ? 'is required' : issue.message }]
}

const jsonOnly: Refusal = {
  code: 'unsupported_media_type',
  detail: 'Send JSON: Content-Type must be application/json.',
}
const tooLarge = (bodyLimit: number): Refusal => ({
  code: 'too_large',
  detail: `The body may have at most ${sizeWords(bodyLimit)}.`,
})

const sizeWords = (bytes: number): string =>
  bytes < 1024 ? `${bytes} bytes` : `${Math.floor(bytes / 1024)} kB`

/** Converts the errors that Fastify throws before our code runs. */
function refusalOfFastify(error: unknown, bodyLimit: number): Refusal | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  switch (error.statusCode) {
    case 400:
      return badRequest()
    case 404:
      return { code: 'not_found', detail: 'There is nothing at this address.' }
    case 413:
      return tooLarge(bodyLimit)
    case 414:
    case 431:
      return { code: 'invalid', detail: 'The address or the headers are too long.' }
    case 415:
      return jsonOnly
    case 429:
      return { code: 'limit', detail: 'Too many requests. Please wait.' }
    case 503:
      return {
        code: 'unavailable',
        detail: 'The service cannot respond right now. Please try again in a moment.',
      }
    default:
      return undefined
  }
}
