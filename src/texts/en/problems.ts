import type { ErrorCode } from '#server/shared/reasons/errors.ts'
import type { Reason } from '#server/shared/reasons/reasons.ts'
import { common } from './common.ts'

/** Translations of the server's messages, which are English. */
export type Translation = {
  codes: Readonly<Record<ErrorCode, string>>
  /** Messages more specific than those by code. */
  reasons: Readonly<Record<Reason, string>>
  /** Patterns of the server's messages about a value, with texts that omit the subject; the first match applies. */
  values: readonly (readonly [RegExp, string])[]
  /** The text for a value when no pattern matches. */
  value: string
  /** Returns the whole sentence under a field. */
  ofField: (problem: string) => string
}

export type ProblemWords = {
  language: 'it' | 'en'
  translation?: Translation
  unreachable: string
  /** Shown instead while the browser has no network. */
  offline: string
  retry: string
  requestId: string
  copy: string
  copied: string
}

export const problems: ProblemWords = {
  language: 'en',
  unreachable: common.unreachable,
  offline: common.offline,
  retry: common.retry,
  requestId: common.requestId,
  copy: common.copy,
  copied: common.copied,
}

export const guideProblems = problems
