import { runProcess } from './run-process.ts'

/**
 * The database, the time, the statement before which the process is killed (a pattern and its occurrence), and the URL
 * of Stripe's stand-in.
 */
export type JobCall = [url: string, nowMs: number, ...killPoint: (string | number)[]]

/** Runs a job once in a separate process. Returns the signal that ended it, or its exit code. */
export const runJobInProcess = (job: string, ...call: JobCall): Promise<string | number> =>
  runJobWith({}, job, ...call)

/** Like `runJobInProcess`, with additional environment variables, such as the URL of a stand-in. */
export const runJobWith = (
  environment: Record<string, string>,
  job: string,
  ...call: JobCall
): Promise<string | number> => runProcess('job-process.ts', [job, ...call.map(String)], environment)
