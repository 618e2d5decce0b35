import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('job-process.ts', import.meta.url))

/**
 * The database, the time, the statement before which the process is killed (a pattern and its occurrence), and the URL
 * of Stripe's stand-in.
 */
export type JobCall = [url: string, nowMs: number, ...killPoint: (string | number)[]]

/** Runs a job once in a separate process. Returns the signal that ended it, or its exit code. */
export const runJobInProcess = (job: string, ...call: JobCall): Promise<string | number> =>
  runJobWith({}, job, ...call)

/** Does the same with further environment variables, such as the URL of a stand-in. */
export async function runJobWith(
  environment: Record<string, string>,
  job: string,
  ...call: JobCall
): Promise<string | number> {
  const args = ['--import', 'tsx', script, job, ...call.map(String)]
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...environment },
  })
  const [code, signal] = await once(child, 'exit')
  return signal ?? code
}
