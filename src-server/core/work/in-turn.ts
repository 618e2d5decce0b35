/** The last queued work, by name. */
const last = new Map<string, Promise<unknown>>()

/**
 * Runs the work after all earlier work of the same name in this process, whether that succeeded or failed. Work that
 * would wait for a database lock waits here instead, where it occupies no connection.
 */
export async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(name) ?? Promise.resolve()
  const mine = before.then(work, work)
  const over = mine.then(
    () => undefined,
    // The work's own caller receives the error; the next work only waits for the end.
    () => undefined,
  )
  last.set(name, over)
  try {
    return await mine
  } finally {
    if (last.get(name) === over) last.delete(name)
  }
}
