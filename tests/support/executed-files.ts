import { Session } from 'node:inspector/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

const pathOf = (url: string): string =>
  relative(root, url.startsWith('file:') ? fileURLToPath(url) : url)

/** Returns the names of the server's and the database's files in which a function ran during `work`. */
export async function findExecutedFiles(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    // Resets the counts to zero, as each call does.
    await session.post('Profiler.takePreciseCoverage')
    await work()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    return result
      .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
      .map(({ url }) => pathOf(url))
      .filter((path) => /^(?:src-server|db)\//.test(path))
      .toSorted()
  } finally {
    session.disconnect()
  }
}
