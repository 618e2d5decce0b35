import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('./', import.meta.url))

/** Runs a script of this folder in a process of its own. Returns the signal that ended it, or its exit code. */
export async function runProcess(
  script: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<string | number> {
  const child = spawn(process.execPath, ['--import', 'tsx', `${folder}${script}`, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...environment },
  })
  const [code, signal] = await once(child, 'exit')
  return signal ?? code
}
