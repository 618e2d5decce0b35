/**
 * Calls that may replace the session: turning the second step on ends the old session on the server a
 * moment before the browser holds the new one, and what was asked with the old one in between is refused.
 */
const onTheWay = new Set<Promise<unknown>>()
let ended = 0

export async function changingSession<T>(call: Promise<T>): Promise<T> {
  onTheWay.add(call)
  try {
    return await call
  } finally {
    onTheWay.delete(call)
    ended += 1
  }
}

/** Called when something is asked. The answer says, once it was refused, whether to ask again. */
export function watchSession(): () => Promise<boolean> {
  const endedBefore = ended
  return async () => {
    await Promise.allSettled(onTheWay)
    return ended > endedBefore
  }
}
