import { TRPCClientError } from '@trpc/client'
import type { ErrorCode, Issue } from '#server/shared/reasons/errors.ts'
import type { Reason } from '#server/shared/reasons/reasons.ts'
import { type ProblemWords, problems, type Translation } from '../texts/en/problems.ts'

/** The facts of a failed call that can be shown, for any cause of failure. */
export type ReadableProblem = {
  status: number | undefined
  detail: string
  code: ErrorCode | undefined
  reason: Reason | undefined
  issues: Issue[]
  requestId: string | undefined
}

type Carried = {
  code?: ErrorCode
  httpStatus?: number
  reason?: Reason
  issues?: Issue[]
  requestId?: string
}

/** Reads an error in the language of the screen that shows it. */
export function readProblem(error: unknown, words: ProblemWords = problems): ReadableProblem {
  const isCall = error instanceof TRPCClientError
  const carried: Carried = isCall ? (error.data ?? {}) : {}
  // A message without a code comes from the browser or a proxy, not from our server.
  const isUnreachable = isCall && carried.code === undefined
  const message = error instanceof Error ? error.message : String(error)
  const issues = (carried.issues ?? []).map(({ path, message: said }) => ({
    path,
    message: fieldProblem(said, words),
  }))
  const detail = isUnreachable
    ? words.unreachable
    : words.translation
      ? (translated(carried, words.translation) ?? words.unreachable)
      : message
  return {
    status: carried.httpStatus,
    detail,
    code: carried.code,
    reason: carried.reason,
    issues,
    requestId: carried.requestId,
  }
}

/** Returns a field's messages untranslated, such as a processor's own words, which have no translation. */
export function saidOf(error: unknown, field: string): string[] {
  const carried: Carried = error instanceof TRPCClientError ? (error.data ?? {}) : {}
  const said = (carried.issues ?? []).filter(({ path }) => path === field)
  return [...new Set(said.map(({ message }) => message))]
}

const translated = ({ code, reason }: Carried, { codes, reasons }: Translation) =>
  (reason && reasons[reason]) ?? (code && codes[code])

/** Returns a value's fault without its subject ("è obbligatorio"); in English the server's whole sentence. */
export function valueProblem(said: string, { translation }: ProblemWords): string {
  if (!translation) return said
  for (const [pattern, words] of translation.values) {
    const found = pattern.exec(said)
    if (found) return words.replace('$1', (found[1] ?? '').replaceAll(',', '.'))
  }
  return translation.value
}

/** Returns the sentence to show under a field, for the server's own sentence. */
export const fieldProblem = (said: string, words: ProblemWords = problems): string =>
  words.translation ? words.translation.ofField(valueProblem(said, words)) : said

/** Returns whether an API call failed, and not the page itself. */
export const isOfCall = (error: unknown): boolean => error instanceof TRPCClientError

/** Returns `status: detail`, for permanent messages; a toast shows the detail alone. */
export function problemLine({ status, detail }: ReadableProblem): string {
  return status === undefined ? detail : `${status}: ${detail}`
}
