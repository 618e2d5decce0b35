import { killAt } from './crashes.ts'
import { type JobStep, runStep, worldOptionsOf } from './job-steps.ts'
import { openJobWorld } from './job-world.ts'

/** Runs as a separate process: does one step, and kills itself before the statement at which the step is to end. */
const run: JobStep = JSON.parse(process.argv.at(-1) ?? '')

let isOpen = false
const watch = killAt(run.killAt ?? {})
const onStatement = (text: string): void => {
  // Statements of opening the database change nothing, and would be counted as kills.
  if (isOpen) watch(text)
}
const { world, database } = openJobWorld({ ...worldOptionsOf(run), onStatement })
isOpen = true
await runStep(world, run)
await database.close()
