import type { AuthFailure } from '../../lib/auth.ts'
import { auth } from '../../texts/auth.ts'

const known: Record<string, string> = auth.failures

export function authFailureText({ code, status }: AuthFailure): string {
  const text = code && known[code]
  if (text) return text
  if (status === 429) return auth.tooMany
  return status === 0 ? auth.offline : auth.general
}
