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
import type { AppRouter } from '#server/router.ts'
import { authorization } from './lib/clerk/clerk-link.ts'
import { confirmFirst } from './lib/confirmation.ts'
import { readProblem } from './lib/problem.ts'

export const trpc = createTRPCReact<AppRouter>()

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: Number.POSITIVE_INFINITY },
    mutations: { retry: false },
  },
  queryCache: new QueryCache({ onError: noticeRemoval }),
  mutationCache: new MutationCache({
    onSuccess: () => queryClient.invalidateQueries(),
    onError: (error) => {
      if (readProblem(error).code === 'unauthenticated') markSignedOut()
      noticeRemoval(error)
    },
  }),
})

/** The guard watches this query, so it leads to the sign-in page. */
export function markSignedOut() {
  queryClient.setQueryData(getQueryKey(trpc.identity.current, undefined, 'query'), null)
}

/** Asks again whether somebody acts for a merchant, where it is believed that they do. */
export async function recheckMembership(): Promise<void> {
  const queryKey = getQueryKey(trpc.merchant.current, undefined, 'query')
  if (queryClient.getQueryState(queryKey)?.status === 'success') {
    await queryClient.invalidateQueries({ queryKey })
  }
}

/** Who has been removed from a team learns of it by any call, and the guard leads them out. */
function noticeRemoval(error: unknown) {
  if (readProblem(error).reason === 'no_merchant') void recheckMembership()
}

/** A query of somebody who is signed out answers null instead of failing. */
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

export const client = trpc.createClient({
  links: [
    signedOutIsNull,
    confirmFirst,
    splitLink({
      condition: (op) => op.type === 'mutation',
      true: httpLink({
        url: '/trpc',
        headers: async ({ op }) => ({
          ...(await authorization()),
          ...(typeof op.context.idempotencyKey === 'string' && {
            'Idempotency-Key': op.context.idempotencyKey,
          }),
        }),
      }),
      false: splitLink({
        // Takes its time, and answers while the calls it would travel with cannot.
        condition: (op) => op.path === 'environment.status',
        true: httpLink({ url: '/trpc', headers: authorization }),
        false: splitLink({
          condition: (op) => op.type === 'subscription',
          // An event source carries no headers: the cookie says who listens.
          true: httpSubscriptionLink({ url: '/trpc' }),
          false: httpBatchLink({ url: '/trpc', maxURLLength: 2000, headers: authorization }),
        }),
      }),
    }),
  ],
})

/** For loaders, which are not components. */
export const queries = createTRPCQueryUtils({ queryClient, client })
