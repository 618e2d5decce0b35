import { useEffect } from 'react'
import { useIsDeciding } from '#client/lib/clerk/clerk-link.ts'
import { config } from '#client/lib/config.ts'
import { readProblem } from '#client/lib/problem.ts'
import { keepTelling } from '#client/lib/session/attendance.ts'
import { forgetFailures, sayHere, trpc } from '#client/trpc.ts'
import type { Merchant } from '#server/core/merchant.schema.ts'
import type { CurrentUser } from '#server/shared/current-user.ts'

export type Failure = { state: 'failed'; error: unknown; retry: () => void; isRetrying: boolean }

export type Session =
  | { state: 'loading' }
  | { state: 'signed-out' }
  | Failure
  /** With the merchant that is `pending`, when it was made before. */
  | { state: 'needs-onboarding'; user: CurrentUser; pending?: Merchant }
  | { state: 'ready'; user: CurrentUser; merchant: Merchant }

/** Who is here and for which merchant. Both are asked in one request. */
export function useSession(): Session {
  const identity = trpc.identity.current.useQuery()
  const merchant = trpc.merchant.current.useQuery()
  const isDeciding = useIsDeciding()
  const failed = ({ error }: { error: unknown }): Session => ({
    state: 'failed',
    error,
    // Both, since after an outage both have failed; and what the page asked with them.
    retry: () => {
      forgetFailures()
      if (identity.isError) void identity.refetch()
      if (merchant.isError) void merchant.refetch()
    },
    isRetrying: identity.isFetching || merchant.isFetching,
  })

  if (identity.isPending) return { state: 'loading' }
  if (identity.isError) return failed(identity)
  const user = identity.data
  if (!user) return { state: isDeciding ? 'loading' : 'signed-out' }
  // What was known before may still be there when the person has left the team.
  if (merchant.isError && readProblem(merchant.error).code === 'not_found') {
    return { state: 'needs-onboarding', user }
  }
  if (merchant.data) {
    return merchant.data.verificationStatus === 'pending'
      ? { state: 'needs-onboarding', user, pending: merchant.data }
      : { state: 'ready', user, merchant: merchant.data }
  }
  return merchant.isError ? failed(merchant) : { state: 'loading' }
}

/** Keeps the session of a person who works on pages that ask the server nothing. */
export function useAttendance(isSignedIn: boolean) {
  // Clerk's script does the same for its own sessions.
  const isOurs = isSignedIn && config.identity === 'embedded'
  useEffect(() => (isOurs ? keepTelling(() => void sayHere()) : undefined), [isOurs])
}
