import type { ErrorCode } from '#server/shared/reasons/errors.ts'
import type { Reason } from '#server/shared/reasons/reasons.ts'
import { common } from './common.ts'

/** What stands in place of the server's own words, which are English. */
export type Translation = {
  codes: Readonly<Record<ErrorCode, string>>
  /** Says more than the code. */
  reasons: Readonly<Record<Reason, string>>
  /** What is wrong with a value, without its subject, by what the server says of it; the first that fits. */
  values: readonly (readonly [RegExp, string])[]
  /** Of a value, when nothing closer is known. */
  value: string
  /** The whole sentence under a field. */
  ofField: (problem: string) => string
}

export type ProblemWords = {
  language: 'it' | 'en'
  translation?: Translation
  unreachable: string
  retry: string
  requestId: string
  copy: string
  copied: string
}

export const problems: ProblemWords = {
  language: 'en',
  unreachable: common.unreachable,
  retry: common.retry,
  requestId: common.requestId,
  copy: common.copy,
  copied: common.copied,
}

export const guideProblems = problems
