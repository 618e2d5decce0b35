import { TRPCClientError } from '@trpc/client'
import type { ErrorCode, Issue } from '#server/shared/errors.ts'
import type { Reason } from '#server/shared/reasons.ts'
import { common } from '../texts/common.ts'

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

export function readProblem(error: unknown): ReadableProblem {
  const isCall = error instanceof TRPCClientError
  const carried: Carried = isCall ? (error.data ?? {}) : {}
  // Without a code our server did not write the message: it is the browser's or a proxy's.
  const isUnreachable = isCall && carried.code === undefined
  const message = error instanceof Error ? error.message : String(error)
  const detail = isUnreachable ? common.unreachable : message
  return {
    status: carried.httpStatus,
    detail,
    code: carried.code,
    reason: carried.reason,
    issues: carried.issues ?? [],
    requestId: carried.requestId,
  }
}

/** Whether a call failed, and not the page itself. */
export const isOfCall = (error: unknown): boolean => error instanceof TRPCClientError

/** `status: detail`, for places that stay; a toast shows the detail alone. */
export function problemLine({ status, detail }: ReadableProblem): string {
  return status === undefined ? detail : `${status}: ${detail}`
}
