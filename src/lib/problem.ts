import { TRPCClientError } from '@trpc/client'
import type { ErrorCode, Issue } from '#server/shared/reasons/errors.ts'
import type { Reason } from '#server/shared/reasons/reasons.ts'
import { type ProblemWords, problems, type Translation } from '../texts/en/problems.ts'

/** What can be told about a failed call, whatever it failed of. */
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

/** In the language of the screen that shows it. */
export function readProblem(error: unknown, words: ProblemWords = problems): ReadableProblem {
  const isCall = error instanceof TRPCClientError
  const carried: Carried = isCall ? (error.data ?? {}) : {}
  // Without a code our server did not write the message: it is the browser's or a proxy's.
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

/** What was said of a field before any translation: by a processor, say, whose words have none. */
export function saidOf(error: unknown, field: string): string[] {
  const carried: Carried = error instanceof TRPCClientError ? (error.data ?? {}) : {}
  const said = (carried.issues ?? []).filter(({ path }) => path === field)
  return [...new Set(said.map(({ message }) => message))]
}

const translated = ({ code, reason }: Carried, { codes, reasons }: Translation) =>
  (reason && reasons[reason]) ?? (code && codes[code])

/** What is wrong with a value, without its subject ("è obbligatorio"); the server's sentence in English. */
export function valueProblem(said: string, { translation }: ProblemWords): string {
  if (!translation) return said
  for (const [pattern, words] of translation.values) {
    const found = pattern.exec(said)
    if (found) return words.replace('$1', (found[1] ?? '').replaceAll(',', '.'))
  }
  return translation.value
}

/** The sentence under a field, of the server's own sentence. */
export const fieldProblem = (said: string, words: ProblemWords = problems): string =>
  words.translation ? words.translation.ofField(valueProblem(said, words)) : said

/** Whether a call failed, and not the page itself. */
export const isOfCall = (error: unknown): boolean => error instanceof TRPCClientError

/** `status: detail`, for places that stay; a toast shows the detail alone. */
export function problemLine({ status, detail }: ReadableProblem): string {
  return status === undefined ? detail : `${status}: ${detail}`
}
