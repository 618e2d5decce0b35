import type { ErrorCode } from './errors.ts'

export type ReasonEntry = {
  /** Error codes that this reason comes with. */
  codes: readonly ErrorCode[]
  /** The cause in one sentence, without its full stop. */
  meaning: string
  /** Advice for the caller in one sentence, without its full stop. */
  advice: string
}
