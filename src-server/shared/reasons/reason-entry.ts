import type { ErrorCode } from './errors.ts'

export type ReasonEntry = {
  /** The codes that it comes with. */
  codes: readonly ErrorCode[]
  /** What happened, as one sentence without its full stop. */
  meaning: string
  /** What the caller does about it, likewise. */
  advice: string
}
