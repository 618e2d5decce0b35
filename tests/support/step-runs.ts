import { runUntilCrash } from './crashes.ts'
import { type JobStep, runStep, worldOptionsOf } from './job-steps.ts'
import { runProcess } from './run-process.ts'

/** Runs a step in a process of its own. Returns the signal that ended it, or its exit code. */
export const runInProcess = (step: JobStep): Promise<string | number> =>
  runProcess('step-process.ts', [JSON.stringify(step)])

/** Runs a step in this process, which is quicker, because no second process must load the modules. */
export const runUntilCut = (step: JobStep): Promise<string | number> =>
  runUntilCrash(worldOptionsOf(step), step.killAt ?? {}, (world) => runStep(world, step))

/**
 * Ends a step before its first statement, then before its second, and so on, until it passes its last. Returns how often
 * it was ended.
 */
export async function endAtEveryStatement(
  run: (killAt: { number: number }) => Promise<string | number>,
): Promise<number> {
  for (let number = 1; ; number++) {
    const exit = await run({ number })
    if (exit === 0) return number - 1
    if (exit !== 'SIGKILL') throw new Error(`a step ended by itself, with ${exit}`)
  }
}
