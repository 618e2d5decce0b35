import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import {
  httpBatchLink,
  httpLink,
  httpSubscriptionLink,
  splitLink,
  type TRPCLink,
} from '@trpc/client'
import { createTRPCQueryUtils, createTRPCReact, getQueryKey } from '@trpc/react-query'
import { observable } from '@trpc/server/observable'
import type { Merchant } from '#server/core/merchant.schema.ts'
import type { AppRouter } from '#server/router.ts'
import { authorization } from './lib/clerk/clerk-link.ts'
import { confirmFirst } from './lib/confirmation.ts'
import { modeHeader, shownMode, switchToOpenMode } from './lib/mode.ts'
import { readProblem } from './lib/problem.ts'
import { readAgain } from './lib/read-again.ts'
import { watchSessionChanges } from './lib/session/session-changes.ts'
import { userActivity } from './lib/session/user-activity.ts'

export const trpc = createTRPCReact<AppRouter>()

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      // Without a network a query fails at once, so that its page shows the error instead of loading forever.
      networkMode: 'always',
      refetchOnReconnect: true,
      // A page does not repeat the query that its loader already failed at.
      retryOnMount: false,
      refetchOnWindowFocus: false,
      staleTime: Number.POSITIVE_INFINITY,
    },
    mutations: { retry: false },
  },
  queryCache: new QueryCache({ onError: handleRefusal }),
  mutationCache: new MutationCache({
    onSuccess: () => readAgain(queryClient),
    onError: (error) => {
      if (readProblem(error).code === 'unauthenticated') markSignedOut()
      handleRefusal(error)
    },
  }),
})

// Removes a failure that no page shows any more, so that a later visit repeats the query. "Not found" is a
// valid response and stays cached.
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type !== 'observerRemoved' || query.getObserversCount() > 0) return
  if (query.state.status === 'error' && readProblem(query.state.error).code !== 'not_found') {
    queryClient.getQueryCache().remove(query)
  }
})

const identityKey = () => getQueryKey(trpc.identity.current, undefined, 'query')
const merchantKey = () => getQueryKey(trpc.merchant.current, undefined, 'query')

/** Sets the identity to null. The guard watches this query and leads to the sign-in page. */
export function markSignedOut() {
  queryClient.setQueryData(identityKey(), null)
}

/** Signs the person out of the page and removes their data, which the next person must not see. */
export function removePersonData() {
  markSignedOut()
  const identity = queryClient.getQueryCache().find({ queryKey: identityKey() })
  queryClient.removeQueries({ predicate: (query) => query !== identity })
  sessionStorage.clear()
}

/** Requests the identity and the merchant in one batch, and only once: a refusal is a response too. */
export function prefetchViewer() {
  if (!queryClient.getQueryState(identityKey())) void queries.identity.current.prefetch()
  if (!queryClient.getQueryState(merchantKey())) void queries.merchant.current.prefetch()
  void queries.preferences.current.prefetch()
}

/** Resolves with the merchant once it is known; undefined when there is none, or its request fails. */
export async function whenMerchantKnown(): Promise<Merchant | undefined> {
  const query = queryClient.getQueryCache().find<Merchant | null>({ queryKey: merchantKey() })
  await query?.promise?.catch(() => undefined)
  return query?.state.data ?? undefined
}

/** Removes failed queries, so that their pages send them again when shown the next time. */
export function removeFailedQueries() {
  queryClient.removeQueries({
    type: 'inactive',
    predicate: ({ state }) => state.status === 'error',
  })
}

/** Notifies the server of the person's activity, and the page when they are no longer signed in. */
export async function reportActivity(): Promise<void> {
  const user = await client.identity.current.query().catch(() => undefined)
  if (user === null) markSignedOut()
}

/** Refetches the merchant, if one was loaded: the person may have been removed from the team. */
export async function recheckMembership(): Promise<void> {
  const queryKey = merchantKey()
  if (queryClient.getQueryState(queryKey)?.status === 'success') {
    await queryClient.invalidateQueries({ queryKey })
  }
}

/**
 * Handles a refusal of any call. The guard redirects a person who was removed from the team; a page in the
 * wrong mode switches to the current mode.
 */
function handleRefusal(error: unknown) {
  const { reason } = readProblem(error)
  if (reason === 'no_merchant') void recheckMembership()
  if (reason === 'book_changed') switchToOpenMode()
}

/** Repeats a query when the session was replaced while it was running. */
const withNewSession: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      if (op.type !== 'query') return next(op).subscribe(observer)
      const isReplaced = watchSessionChanges()
      let isRepeating = false
      const repeatOr = async (deliver: () => void) => {
        isRepeating = true
        if (await isReplaced()) running = next(op).subscribe(observer)
        else deliver()
      }
      let running = next(op).subscribe({
        next: (value) => {
          const isSignedOut =
            op.path === 'identity.current' && 'data' in value.result && value.result.data === null
          const deliver = () => observer.next(value)
          if (!isSignedOut) return deliver()
          return void repeatOr(() => {
            deliver()
            observer.complete()
          })
        },
        complete: () => {
          if (!isRepeating) observer.complete()
        },
        error: (error) => {
          const deliver = () => observer.error(error)
          if (readProblem(error).code === 'unauthenticated') void repeatOr(deliver)
          else deliver()
        },
      })
      return () => running.unsubscribe()
    })

/** Makes queries of a signed-out person return null instead of failing. */
const signedOutIsNull: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error: (error) => {
          if (op.type !== 'query' || readProblem(error).code !== 'unauthenticated') {
            observer.error(error)
            return
          }
          if (op.path !== 'identity.current') markSignedOut()
          observer.next({ result: { type: 'data', data: null } })
          observer.complete()
        },
      }),
    )

/**
 * Queries sent outside of a batch: slow queries, and queries that can succeed while other queries in their
 * batch fail.
 */
const unbatchedCalls = new Set([
  'environment.status',
  'transactions.summary',
  'transactions.waiting',
])

/** Returns the headers that each request of the page has. */
export const headers = async () => ({
  ...(await authorization()),
  ...userActivity(),
  ...modeHeader,
})

export const client = trpc.createClient({
  links: [
    signedOutIsNull,
    withNewSession,
    confirmFirst,
    splitLink({
      condition: (op) => op.type === 'mutation',
      true: httpLink({
        url: '/trpc',
        headers: async ({ op }) => ({
          ...(await headers()),
          ...(typeof op.context.idempotencyKey === 'string' && {
            'Idempotency-Key': op.context.idempotencyKey,
          }),
        }),
      }),
      false: splitLink({
        condition: (op) => unbatchedCalls.has(op.path),
        true: httpLink({ url: '/trpc', headers }),
        false: splitLink({
          condition: (op) => op.type === 'subscription',
          // An EventSource sends no headers: the cookie identifies the listener.
          true: httpSubscriptionLink({ url: '/trpc', connectionParams: { book: shownMode } }),
          false: httpBatchLink({
            url: '/trpc',
            maxURLLength: 2000,
            // The server's limit of calls in one request.
            maxItems: 10,
            headers,
          }),
        }),
      }),
    }),
  ],
})

/** Query functions for loaders, which are not components. */
export const queries = createTRPCQueryUtils({ queryClient, client })
