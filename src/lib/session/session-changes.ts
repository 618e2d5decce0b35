/**
 * Calls that may replace the session. Turning the second step on ends the old session just before the browser
 * has the new one, so the server refuses requests in between.
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

/** Called when a query starts. After a refusal, the returned function resolves to whether to send the query again. */
export function watchSession(): () => Promise<boolean> {
  const endedBefore = ended
  return async () => {
    await Promise.allSettled(onTheWay)
    return ended > endedBefore
  }
}
