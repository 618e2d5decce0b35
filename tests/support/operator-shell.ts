import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const pathInRoot = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url))
const loader = import.meta.resolve('tsx')

/** The exit code of the commands, and their standard output followed by their error output. */
export type CommandResult = { code: number; output: string }

/**
 * Returns a function that runs shell commands in the folder, as an operator types them. `npm run ops -- …` runs from
 * the sources, so that nothing needs a build; with `isBuilt`, it runs the built files.
 */
export function operatorShell(
  folder: string,
  environment: Record<string, string>,
  { isBuilt = false } = {},
): (commands: string) => Promise<CommandResult> {
  const programs = path.join(folder, 'programs')
  mkdirSync(programs, { recursive: true })
  const npm = path.join(programs, 'npm')
  const ops = isBuilt
    ? `'${pathInRoot('dist/server/ops.js')}'`
    : `--import '${loader}' '${pathInRoot('src-server/ops.ts')}'`
  writeFileSync(npm, `#!/bin/sh\nshift 3\nexec '${process.execPath}' ${ops} "$@"\n`)
  chmodSync(npm, 0o755)
  const PATH = [programs, environment.PATH, process.env.PATH].filter(Boolean).join(path.delimiter)
  return (commands) =>
    new Promise((resolve) => {
      execFile(
        'bash',
        ['--norc', '-euc', commands],
        { cwd: folder, env: { ...environment, PATH }, timeout: 60_000 },
        (error, stdout, stderr) =>
          resolve({ code: Number(error?.code ?? (error ? 1 : 0)), output: stdout + stderr }),
      )
    })
}
