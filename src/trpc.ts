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
import { followOpenBook, shownBook, statedBook } from './lib/book.ts'
import { authorization } from './lib/clerk/clerk-link.ts'
import { confirmFirst } from './lib/confirmation.ts'
import { readProblem } from './lib/problem.ts'
import { attendance } from './lib/session/attendance.ts'
import { watchSession } from './lib/session/session-changes.ts'

export const trpc = createTRPCReact<AppRouter>()

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      // What a loader was refused is not asked once more by the page that shows it.
      retryOnMount: false,
      refetchOnWindowFocus: false,
      staleTime: Number.POSITIVE_INFINITY,
    },
    mutations: { retry: false },
  },
  queryCache: new QueryCache({ onError: noticeRefusal }),
  mutationCache: new MutationCache({
    onSuccess: () => queryClient.invalidateQueries(),
    onError: (error) => {
      if (readProblem(error).code === 'unauthenticated') markSignedOut()
      noticeRefusal(error)
    },
  }),
})

// A failure that no page shows any more is forgotten: who comes back asks anew. That there is no such
// thing is an answer, and stays.
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type !== 'observerRemoved' || query.getObserversCount() > 0) return
  if (query.state.status === 'error' && readProblem(query.state.error).code !== 'not_found') {
    queryClient.getQueryCache().remove(query)
  }
})

const identityKey = () => getQueryKey(trpc.identity.current, undefined, 'query')
const merchantKey = () => getQueryKey(trpc.merchant.current, undefined, 'query')

/** The guard watches this query, so it leads to the sign-in page. */
export function markSignedOut() {
  queryClient.setQueryData(identityKey(), null)
}

/** The person is signed out, and what they saw must not be shown to the next. */
export function forgetEverything() {
  markSignedOut()
  const identity = queryClient.getQueryCache().find({ queryKey: identityKey() })
  queryClient.removeQueries({ predicate: (query) => query !== identity })
  sessionStorage.clear()
}

/** Asks who is here and for which merchant, in one request and once: a refusal is an answer too. */
export function askWhoIsHere() {
  if (!queryClient.getQueryState(identityKey())) void queries.identity.current.prefetch()
  if (!queryClient.getQueryState(merchantKey())) void queries.merchant.current.prefetch()
  void queries.preferences.current.prefetch()
}

/** Lets pages that could not load ask again when they are shown the next time. */
export function forgetFailures() {
  queryClient.removeQueries({
    type: 'inactive',
    predicate: ({ state }) => state.status === 'error',
  })
}

/** Lets the server know that the person is there, and the page whether they still are signed in. */
export async function sayHere(): Promise<void> {
  const user = await client.identity.current.query().catch(() => undefined)
  if (user === null) markSignedOut()
}

/** Asks again whether the person acts for a merchant, where it is believed that they do. */
export async function recheckMembership(): Promise<void> {
  const queryKey = merchantKey()
  if (queryClient.getQueryState(queryKey)?.status === 'success') {
    await queryClient.invalidateQueries({ queryKey })
  }
}

/**
 * Who has been removed from a team learns of it by any call, and the guard leads them out. So does a page
 * learn that its book is no longer the one that is open.
 */
function noticeRefusal(error: unknown) {
  const { reason } = readProblem(error)
  if (reason === 'no_merchant') void recheckMembership()
  if (reason === 'book_changed') followOpenBook()
}

/** Asks once more where the session was replaced while a query was on its way. */
const withNewSession: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      if (op.type !== 'query') return next(op).subscribe(observer)
      const isReplaced = watchSession()
      let isHeld = false
      const askAgainOr = async (give: () => void) => {
        isHeld = true
        if (await isReplaced()) running = next(op).subscribe(observer)
        else give()
      }
      let running = next(op).subscribe({
        next: (value) => {
          const isNobody =
            op.path === 'identity.current' && 'data' in value.result && value.result.data === null
          const give = () => observer.next(value)
          if (!isNobody) return give()
          return void askAgainOr(() => {
            give()
            observer.complete()
          })
        },
        complete: () => {
          if (!isHeld) observer.complete()
        },
        error: (error) => {
          const give = () => observer.error(error)
          if (readProblem(error).code === 'unauthenticated') void askAgainOr(give)
          else give()
        },
      })
      return () => running.unsubscribe()
    })

/** A query of a person who is signed out answers null instead of failing. */
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

/** What takes its time, or answers while the calls that it would travel with cannot. */
const travelsAlone = new Set(['environment.status', 'transactions.summary'])

const headers = async () => ({ ...(await authorization()), ...attendance(), ...statedBook })

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
        condition: (op) => travelsAlone.has(op.path),
        true: httpLink({ url: '/trpc', headers }),
        false: splitLink({
          condition: (op) => op.type === 'subscription',
          // An event source carries no headers: the cookie says who listens.
          true: httpSubscriptionLink({ url: '/trpc', connectionParams: { book: shownBook } }),
          false: httpBatchLink({
            url: '/trpc',
            maxURLLength: 2000,
            // The server takes no more in one request.
            maxItems: 10,
            headers,
          }),
        }),
      }),
    }),
  ],
})

/** For loaders, which are not components. */
export const queries = createTRPCQueryUtils({ queryClient, client })
