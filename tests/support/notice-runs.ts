import { runUntilCrash } from './crashes.ts'
import { type NoticeRun, runStep, worldOptionsOf } from './notice-steps.ts'
import { runProcess } from './run-process.ts'

/** Runs a step in a process of its own. Returns the signal that ended it, or its exit code. */
export const runInProcess = (run: NoticeRun): Promise<string | number> =>
  runProcess('notice-process.ts', [JSON.stringify(run)])

/** Does the same in this process: quicker, because it loads nothing. */
export const runUntilCut = (run: NoticeRun): Promise<string | number> =>
  runUntilCrash(worldOptionsOf(run), run.killAt ?? {}, (world) => runStep(world, run))
