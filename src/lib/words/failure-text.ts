import type { AuthFailure } from '../session/auth-call.ts'

/** The messages of a screen for failed calls of the identity provider. */
export type FailureTexts = {
  /** Messages by the server's error code. */
  failures: Readonly<Record<string, string>>
  /** Shown for too many attempts when the server states no waiting time. */
  tooMany: string
  /** States how long to wait before the next attempt. */
  wait: (seconds: number) => string
  offline: string
  general: string
}

export function failureText({ code, status, waitS }: AuthFailure, texts: FailureTexts): string {
  const message = code && texts.failures[code]
  if (message) return message
  if (status === 429) return waitS === undefined ? texts.tooMany : texts.wait(waitS)
  return status === 0 ? texts.offline : texts.general
}

/**
 * Returns true when the account is locked for a while: no pause between attempts is longer than 60 seconds.
 */
export const isLockedOut = ({ status, waitS = 0 }: AuthFailure): boolean =>
  status === 429 && waitS > 60
