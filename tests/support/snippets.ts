import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'

/** A fenced program of a guide, with the lines of output that its comments document. */
export type Snippet = { line: number; language: string; code: string; expected: string[] }

/** Returns the programs of a guide, in order. */
export function snippetsOf(guide: URL): Snippet[] {
  const text = readFileSync(guide, 'utf8')
  return [...text.matchAll(/^```(sh|js|ts)\n(.*?)^```$/gms)].map((match) => {
    const [, language = '', code = ''] = match
    return {
      line: text.slice(0, match.index).split('\n').length + 1,
      language,
      code,
      expected: [...code.matchAll(/^(?:#|\/\/) → (.*)$/gm)].map(([, output]) => String(output)),
    }
  })
}

const extensions: Record<string, string> = { sh: 'sh', js: 'mjs', ts: 'mts' }

/** Replacements in a program, such as the URL of the guide's server by that of the test's. */
export type Replacements = Record<string, string>

/** Writes a snippet into a folder, and returns the command that runs it. */
function commandOf(
  { language, line, code }: Snippet,
  folder: string,
  replacements: Replacements,
): [command: string, args: string[]] {
  const file = path.join(folder, `line-${line}.${extensions[language]}`)
  let text = code
  for (const [from, to] of Object.entries(replacements)) text = text.replaceAll(from, to)
  writeFileSync(file, text)
  if (language === 'sh') return ['bash', ['-e', file]]
  return [process.execPath, ['--import', import.meta.resolve('tsx'), file]]
}

/** Runs a snippet in a folder and returns its output. */
export async function runSnippet(
  snippet: Snippet,
  folder: string,
  replacements: Replacements,
): Promise<string> {
  const [command, args] = commandOf(snippet, folder, replacements)
  const { stdout } = await promisify(execFile)(command, args, { cwd: folder, timeout: 60_000 })
  return stdout
}

/** Runs a snippet that serves requests, while `work` uses it. Returns its output once it is the documented one. */
export async function serveSnippet(
  snippet: Snippet,
  folder: string,
  replacements: Replacements,
  work: () => Promise<void>,
): Promise<string> {
  const [command, args] = commandOf(snippet, folder, replacements)
  const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text
  })
  try {
    await work()
    await expect
      .poll(() => (child.exitCode === null ? missingLine(snippet, output) : `ended: ${errors}`), {
        timeout: 60_000,
      })
      .toBeUndefined()
  } finally {
    child.kill('SIGKILL')
    await ended
  }
  return output
}

const patternOf = (expected: string): RegExp =>
  new RegExp(
    expected
      .split('…')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^\\n]*?'),
  )

/**
 * Returns the first documented line that is missing in the output or in the wrong position; undefined if there is none.
 */
function missingLine(snippet: Snippet, output: string): string | undefined {
  let rest = output
  return snippet.expected.find((line) => {
    const found = patternOf(line).exec(rest)
    rest = rest.slice((found?.index ?? 0) + (found?.[0].length ?? 0))
    return found === null
  })
}

/** Fails if the output is not the documented one. */
export function assertDocumented(snippet: Snippet, output: string): void {
  const line = missingLine(snippet, output)
  expect(line, `“${line}” is not, or not in this place, in:\n${output}`).toBeUndefined()
}
