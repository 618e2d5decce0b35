import { runInnerTests } from './inner-run.ts'
import { addFault, type Tally, tally } from './tally.ts'

type InnerDrill = {
  files: readonly string[]
  /** Variables that set the number of tries in these files. */
  counts: readonly string[]
  /** File in `tests/drill/faults` that breaks the code on purpose; none by default. */
  fault?: string
}

/** Returns a function that runs test files on SQLite with another number of tries, and tallies their failures. */
export const runInnerDrill =
  ({ files, counts, fault }: InnerDrill) =>
  async (count: number): Promise<Tally> => {
    const preload = fault && new URL(`../drill/faults/${fault}.mjs`, import.meta.url).href
    const { passed, failed } = await runInnerTests({
      project: 'sqlite',
      files,
      environment: {
        ...Object.fromEntries(counts.map((name) => [name, String(count)])),
        ...(preload && { NODE_OPTIONS: `--import=${preload}` }),
      },
    })
    const found = tally({ tried: passed.length > 0 ? count : 0 })
    for (const { name, message } of failed) addFault(found, 'lost', `${name}: ${message}`)
    return found
  }
