import { forgetEverything, queries, queryClient } from '../../trpc.ts'
import { setClerkState } from './clerk-link.ts'

let latest: object | undefined

/**
 * Clerk says who is signed in: null for nobody, undefined while that is changing. When the server
 * believes otherwise, what the page shows is asked again, or forgotten.
 */
export async function takeClerksWord(userId: string | null | undefined): Promise<void> {
  const word = {}
  latest = word
  if (userId === undefined) {
    setClerkState({ name: 'ready', userId })
    return
  }
  // Asked with the cookie when the page came up, and answered by now or soon.
  const user = await queries.identity.current.ensureData().catch(() => undefined)
  if (latest !== word) return
  // Where the server did not answer, the page says so and offers to ask again.
  const isKnown = user === undefined || (user?.id ?? null) === userId
  if (!isKnown && userId === null) forgetEverything()
  if (!isKnown && userId !== null) void queryClient.resetQueries()
  setClerkState({ name: 'ready', userId })
}
