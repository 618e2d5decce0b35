import { TRPCClientError } from '@trpc/client'
import type { ErrorCode, Issue } from '#server/shared/reasons/errors.ts'
import type { Reason } from '#server/shared/reasons/reasons.ts'
import { type ProblemWords, problems, type Translation } from '../texts/en/problems.ts'

/** The details of a failed call that can be shown, for any cause of failure. */
export type ReadableProblem = {
  status: number | undefined
  detail: string
  code: ErrorCode | undefined
  reason: Reason | undefined
  issues: Issue[]
  requestId: string | undefined
}

type ProblemData = {
  code?: ErrorCode
  httpStatus?: number
  reason?: Reason
  issues?: Issue[]
  requestId?: string
}

/**
 * Returns the details of an error in the language of `words`. `status` and `code` are undefined when Incasso's
 * server did not send the error.
 */
export function readProblem(error: unknown, words: ProblemWords = problems): ReadableProblem {
  const isCall = error instanceof TRPCClientError
  const problemData: ProblemData = isCall ? (error.data ?? {}) : {}
  // A message without a code comes from the browser or a proxy, not from Incasso's server.
  const isUnreachable = isCall && problemData.code === undefined
  const message = error instanceof Error ? error.message : String(error)
  const issues = (problemData.issues ?? []).map(({ path, message: serverText }) => ({
    path,
    message: fieldProblem(serverText, words),
  }))
  const detail = isUnreachable
    ? words.unreachable
    : words.translation
      ? (translated(problemData, words.translation) ?? words.unreachable)
      : message
  return {
    status: problemData.httpStatus,
    detail,
    code: problemData.code,
    reason: problemData.reason,
    issues,
    requestId: problemData.requestId,
  }
}

/** Returns a field's messages untranslated, such as a processor's own words, which have no translation. */
export function serverMessagesOf(error: unknown, field: string): string[] {
  const problemData: ProblemData = error instanceof TRPCClientError ? (error.data ?? {}) : {}
  const serverText = (problemData.issues ?? []).filter(({ path }) => path === field)
  return [...new Set(serverText.map(({ message }) => message))]
}

const translated = ({ code, reason }: ProblemData, { codes, reasons }: Translation) =>
  (reason && reasons[reason]) ?? (code && codes[code])

/** Returns a value's fault without its subject ("è obbligatorio"); in English the server's whole sentence. */
export function valueProblem(serverText: string, { translation }: ProblemWords): string {
  if (!translation) return serverText
  for (const [pattern, words] of translation.values) {
    const found = pattern.exec(serverText)
    if (found) return words.replace('$1', (found[1] ?? '').replaceAll(',', '.'))
  }
  return translation.value
}

/** Returns the sentence to show under a field, for the server's own sentence. */
export const fieldProblem = (serverText: string, words: ProblemWords = problems): string =>
  words.translation ? words.translation.ofField(valueProblem(serverText, words)) : serverText

/** Returns true when an API call failed, and false when the page itself did. */
export const isCallError = (error: unknown): boolean => error instanceof TRPCClientError

/** Returns `status: detail`, for permanent messages; a toast shows the detail alone. */
export function problemLine({ status, detail }: ReadableProblem): string {
  return status === undefined ? detail : `${status}: ${detail}`
}

/**
 * Returns true when the call's outcome is unknown: no response, a server error, or the same request still
 * running.
 */
export const isOutcomeUnknown = ({ code, reason }: ReadableProblem): boolean =>
  code === undefined ||
  code === 'internal' ||
  code === 'unavailable' ||
  reason === 'idempotency_in_progress'
