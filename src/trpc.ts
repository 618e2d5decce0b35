import { MutationCache, QueryClient } from '@tanstack/react-query'
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
import { readProblem } from './lib/problem.ts'

export const trpc = createTRPCReact<AppRouter>()

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: Number.POSITIVE_INFINITY },
    mutations: { retry: false },
  },
  mutationCache: new MutationCache({
    onSuccess: () => queryClient.invalidateQueries(),
    onError: (error) => {
      if (readProblem(error).code === 'unauthenticated') markSignedOut()
    },
  }),
})

// The guard watches this query, so it leads to the sign-in page.
function markSignedOut() {
  queryClient.setQueryData(getQueryKey(trpc.identity.current, undefined, 'query'), null)
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
    splitLink({
      condition: (op) => op.type === 'mutation',
      true: httpLink({
        url: '/trpc',
        headers: ({ op }) =>
          typeof op.context.idempotencyKey === 'string'
            ? { 'Idempotency-Key': op.context.idempotencyKey }
            : {},
      }),
      false: splitLink({
        condition: (op) => op.type === 'subscription',
        true: httpSubscriptionLink({ url: '/trpc' }),
        false: httpBatchLink({ url: '/trpc', maxURLLength: 2000 }),
      }),
    }),
  ],
})

/** For loaders, which are not components. */
export const queries = createTRPCQueryUtils({ queryClient, client })
