import { spawn } from 'node:child_process'
import { root } from './paths.mjs'

const TAIL_LINES = 40
const MAX_OUTPUT = 1_000_000

const children = new Set()

// Forwards signals to the commands: a stopped `npm start` or `npm test` must not leave an installer or browser running.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
]) {
  const forward = () => {
    if (children.size === 0) {
      process.exitCode = code
      process.removeListener(signal, forward)
      process.kill(process.pid, signal)
      return
    }
    for (const child of children) child.kill(signal)
    process.exit(code)
  }
  forward.isFromRun = true
  process.on(signal, forward)
}

// Ends the commands that still run when this process exits.
process.on('exit', () => {
  for (const child of children) child.kill()
})

/** Removes the signal handlers of this module: its caller is about to use its own. */
export function releaseSignals() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    for (const listener of process.listeners(signal)) {
      if (listener.isFromRun) process.removeListener(signal, listener)
    }
  }
}

/** Thrown when a program fails. `tail` contains the last lines of its output. */
export class CommandFailed extends Error {
  constructor({ command, code, output, reason }) {
    super(`${command} ${reason ?? `ended with code ${code}`}`)
    this.name = 'CommandFailed'
    this.code = code
    this.tail = output.trimEnd().split('\n').slice(-TAIL_LINES).join('\n')
  }
}

/**
 * Runs a program and resolves with its output, or rejects with CommandFailed.
 *
 * `show` prints the output as it arrives; then neither the result nor the error contains it.
 * `idleMs` ends a program that prints nothing for that long, `totalMs` a program that runs longer.
 */
export function run(command, args, options = {}) {
  const { show = false, env, idleMs, totalMs, cwd = root } = options
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      // Disables colours: errors print the captured output as plain text.
      env: { ...process.env, ...(show ? {} : { NO_COLOR: '1' }), ...env },
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    children.add(child)
    let output = ''
    let reason
    const stop = (why) => () => {
      reason = why
      child.kill('SIGTERM')
    }
    const idle = idleMs ? setTimeout(stop('printed nothing for too long'), idleMs) : undefined
    const total = totalMs ? setTimeout(stop('took too long'), totalMs) : undefined
    const collect = (chunk) => {
      idle?.refresh()
      output = (output + chunk).slice(-MAX_OUTPUT)
    }
    child.stdout?.setEncoding('utf8').on('data', collect)
    child.stderr?.setEncoding('utf8').on('data', collect)

    const settle = (code, failure) => {
      children.delete(child)
      clearTimeout(idle)
      clearTimeout(total)
      if (code === 0) resolve(output)
      else reject(new CommandFailed({ command, code, output, reason: failure ?? reason }))
    }
    child.on('error', (error) => settle(-1, `could not be started: ${error.message}`))
    child.on('close', (code) => settle(code ?? 1))
  })
}

/** Runs a script with the current Node. */
export const node = (script, args = [], options = {}) =>
  run(process.execPath, [script, ...args], options)

/** Runs the npm that started this script, or else the npm in PATH. */
export function npm(args, options = {}) {
  const started = process.env.npm_execpath
  if (started?.endsWith('.js')) return node(started, args, options)
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options)
}
