/** The last of those who wait for their turn, by what they wait for. */
const last = new Map<string, Promise<unknown>>()

/**
 * Does the work once all earlier work of the same name in this process is done, whatever became of it. Work that
 * would wait for a lock in the database waits here instead, where it takes no connection from others.
 */
export async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(name) ?? Promise.resolve()
  const mine = before.then(work, work)
  const over = mine.then(
    () => undefined,
    // Whoever asked for it is told; who comes after only waits.
    () => undefined,
  )
  last.set(name, over)
  try {
    return await mine
  } finally {
    if (last.get(name) === over) last.delete(name)
  }
}
