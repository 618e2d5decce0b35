/**
 * Calls that may replace the session. Turning the second step on ends the old session just before the browser
 * has the new one, so the server refuses requests in between.
 */
const pendingCalls = new Set<Promise<unknown>>()
let endedCount = 0

export async function trackSessionChange<T>(call: Promise<T>): Promise<T> {
  pendingCalls.add(call)
  try {
    return await call
  } finally {
    pendingCalls.delete(call)
    endedCount += 1
  }
}

/** Called when a query starts. After a refusal, the returned function resolves to whether to send the query again. */
export function watchSessionChanges(): () => Promise<boolean> {
  const endedBefore = endedCount
  return async () => {
    await Promise.allSettled(pendingCalls)
    return endedCount > endedBefore
  }
}
