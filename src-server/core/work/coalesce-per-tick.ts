/**
 * Returns a function that reads a key once for all callers of the same tick of the event loop. The read starts after
 * the tick's last request, so that no caller receives data from before its request. `read` must not throw
 * synchronously.
 */
export function coalescePerTick<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const pending = new Map<string, Promise<T>>()
  return (key) => {
    const existing = pending.get(key)
    if (existing) return existing
    const result = new Promise<T>((resolve) => {
      setImmediate(() => {
        pending.delete(key)
        resolve(read(key))
      })
    })
    pending.set(key, result)
    return result
  }
}
