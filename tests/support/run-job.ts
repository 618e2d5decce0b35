import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { packagesApart } from '../../scripts/lib/packages-apart.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The database, the time, the statement before which the process is killed (a pattern and its occurrence), and the URL
 * of Stripe's stand-in.
 */
export type JobCall = [url: string, nowMs: number, ...killPoint: (string | number)[]]

/**
 * Bundles the program with its packages, as the server is built: it then starts in a third of the time, and a test of
 * kills starts it a dozen times. Returns its code.
 */
async function buildProgram(): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, external: [...packagesApart] },
    build: {
      ssr: 'tests/support/job-process.ts',
      target: 'node20',
      minify: false,
      write: false,
      rollupOptions: { output: { codeSplitting: false } },
    },
  })
  const chunks = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  const [chunk, ...more] = chunks
  if (chunk?.type !== 'chunk' || more.length > 0) throw new Error('the program is not one file')
  return chunk.code
}

let program: Promise<string> | undefined

/** Runs a job once in a separate process. Returns the signal that ended it, or its exit code. */
export const runJobInProcess = (job: string, ...call: JobCall): Promise<string | number> =>
  runJobWith({}, job, ...call)

/** Does the same with further environment variables, such as the URL of a stand-in. */
export async function runJobWith(
  environment: Record<string, string>,
  job: string,
  ...call: JobCall
): Promise<string | number> {
  program ??= buildProgram()
  const code = await program
  // Node reads the program from its input and finds the packages from the working folder, so that no file is left.
  const child = spawn(process.execPath, ['--input-type=module', '-', job, ...call.map(String)], {
    cwd: root,
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { ...process.env, ...environment },
  })
  child.stdin.end(code)
  const [exitCode, signal] = await once(child, 'exit')
  return signal ?? exitCode
}
