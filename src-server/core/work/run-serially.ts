/** The end of the last queued work, by name; never rejects. */
const last = new Map<string, Promise<unknown>>()

/**
 * Runs the work after all earlier work of the same name in this process, whether that succeeded or failed. Work that
 * would wait for a database lock waits here instead, where it occupies no connection.
 */
export async function runSerially<T>(name: string, work: () => Promise<T>): Promise<T> {
  const previous = last.get(name) ?? Promise.resolve()
  const result = previous.then(work, work)
  const settled = result.then(
    () => undefined,
    // The work's own caller receives the error; the next work only waits for the end.
    () => undefined,
  )
  last.set(name, settled)
  try {
    return await result
  } finally {
    if (last.get(name) === settled) last.delete(name)
  }
}
