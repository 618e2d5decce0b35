/**
 * Calls that may replace the session. Turning the second step on ends the old session just before the browser
 * has the new one, so the server refuses requests in between.
 */
const pendingCalls = new Set<Promise<unknown>>()
let endedCount = 0

/** Records a call that may replace the session until the call ends; returns the call's result. */
export async function trackSessionChange<T>(call: Promise<T>): Promise<T> {
  pendingCalls.add(call)
  try {
    return await call
  } finally {
    pendingCalls.delete(call)
    endedCount += 1
  }
}

/**
 * Called when a query starts. After the server refused the query, the returned function waits for session
 * changes. It resolves to true when the session changed meanwhile: the query should be sent again.
 */
export function watchSessionChanges(): () => Promise<boolean> {
  const endedBefore = endedCount
  return async () => {
    await Promise.allSettled(pendingCalls)
    return endedCount > endedBefore
  }
}
