import { useEffect } from 'react'
import { useIsIdentityPending } from '#client/lib/clerk/clerk-link.ts'
import { config } from '#client/lib/config.ts'
import { readProblem } from '#client/lib/problem.ts'
import { startActivityReports } from '#client/lib/session/user-activity.ts'
import { removeFailedQueries, reportActivity, trpc } from '#client/trpc.ts'
import type { Merchant } from '#server/core/merchant.schema.ts'
import type { CurrentUser } from '#server/shared/current-user.ts'

/** The server could not identify the viewer, or read their merchant; `retry` repeats the failed requests. */
export type Failure = {
  state: 'failed'
  /** Undefined when the identity is what failed. */
  user: CurrentUser | undefined
  error: unknown
  retry: () => void
  isRetrying: boolean
}

/** The viewer's sign-in state, and their merchant once the onboarding is complete. */
export type Session =
  | { state: 'loading' }
  | { state: 'signed-out' }
  | Failure
  /** `pending` is the existing merchant whose onboarding is incomplete. */
  | { state: 'needs-onboarding'; user: CurrentUser; pending?: Merchant }
  | { state: 'ready'; user: CurrentUser; merchant: Merchant }

/** Returns the viewer and their merchant, loaded in one batch. */
export function useSession(): Session {
  const identity = trpc.identity.current.useQuery()
  const merchant = trpc.merchant.current.useQuery()
  const isIdentityPending = useIsIdentityPending()
  const failed = ({ error }: { error: unknown }): Session => ({
    state: 'failed',
    user: identity.data ?? undefined,
    error,
    // Both, since both fail in an outage; also retries the page's other failed queries.
    retry: () => {
      removeFailedQueries()
      if (identity.isError) void identity.refetch()
      if (merchant.isError) void merchant.refetch()
    },
    isRetrying: identity.isFetching || merchant.isFetching,
  })

  if (identity.isPending) return { state: 'loading' }
  // A failed refresh keeps the identity that the page already has.
  if (identity.isError && identity.data === undefined) return failed(identity)
  const user = identity.data
  if (!user) return { state: isIdentityPending ? 'loading' : 'signed-out' }
  // Cached data may outlive the membership when the person left the team.
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

/** Keeps a person's session alive on pages that send no requests. */
export function useUserActivity(isSignedIn: boolean) {
  // Clerk's script keeps its own sessions alive.
  const isEmbedded = isSignedIn && config.identity === 'embedded'
  useEffect(
    () => (isEmbedded ? startActivityReports(() => void reportActivity()) : undefined),
    [isEmbedded],
  )
}
