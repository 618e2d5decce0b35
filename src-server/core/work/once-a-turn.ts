/**
 * Coalesces reads of the same key per tick of the event loop. The read starts after the tick's last request, so that no
 * caller receives data from before its request. `read` must not throw synchronously.
 */
export function onceATurn<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>()
  return (key) => {
    const known = asked.get(key)
    if (known) return known
    const answer = new Promise<T>((resolve) => {
      setImmediate(() => {
        asked.delete(key)
        resolve(read(key))
      })
    })
    asked.set(key, answer)
    return answer
  }
}
