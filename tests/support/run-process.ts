import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { packagesApart } from '../../scripts/lib/packages-apart.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

const programs = new Map<string, Promise<string>>()

/**
 * Bundles a script of this folder with its packages, as the server is built: it then starts in a third of the time, and
 * a test of kills starts it a dozen times. Returns its code.
 */
async function buildProgram(script: string): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, external: [...packagesApart] },
    build: {
      ssr: `tests/support/${script}`,
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

/** Runs a script of this folder in a process of its own. Returns the signal that ended it, or its exit code. */
export async function runProcess(
  script: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<string | number> {
  const program = programs.get(script) ?? buildProgram(script)
  programs.set(script, program)
  const code = await program
  // Node reads the program from its input and finds the packages from the working folder, so that no file is left.
  const child = spawn(process.execPath, ['--input-type=module', '-', ...args], {
    cwd: root,
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { ...process.env, ...environment },
  })
  child.stdin.end(code)
  const [exitCode, signal] = await once(child, 'exit')
  return signal ?? exitCode
}
