/**
 * Lets those who ask for the same thing in one turn of the event loop share one answer. It is read once the turn has
 * heard them all, so that none of them gets what was true before they asked. `read` must not throw by itself.
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
