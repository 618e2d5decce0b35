import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { freePort } from './built-server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const testsFile = (file: string) => new URL(`../${file}`, import.meta.url).href

const READY_WITHIN_MS = 30_000

/** A server that migrates its database while it starts. */
export type MigratingServer = {
  /** Resolves once the server has sent its database this many statements, or has ended. */
  waitForStatements: (statements: number) => Promise<void>
  /** Resolves with true once the server reports that the database is ready, or with false when it ends before. */
  waitUntilMigrated: () => Promise<boolean>
  /** Kills the process like a power cut. Resolves with true when it had reported before that the database is ready. */
  kill: () => Promise<boolean>
  /** Returns the number of statements that the server has sent to its database so far. */
  statements: () => number
  output: () => string
}

/** Starts the built server on a database of an older release. Tests kill it at any statement. */
export async function startMigratingServer(
  databaseUrl: string,
  fault?: string,
): Promise<MigratingServer> {
  const modules = ['support/report-statements.mjs']
  if (fault !== undefined) modules.push(`drill/faults/${fault}.mjs`)
  const child = spawn(
    process.execPath,
    [...modules.flatMap((file) => ['--import', testsFile(file)]), 'dist/server/server.js'],
    {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        PORT: String(await freePort()),
        DATABASE_URL: databaseUrl,
        SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    },
  )
  let output = ''
  let statements = 0
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const each of waiting) each()
  }
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk
      wake()
    })
  }
  const reports = child.stdio[3] as Readable
  reports.on('data', (chunk: Buffer) => {
    statements += chunk.length
    wake()
  })
  const ended = once(child, 'close').then(wake)
  const isMigrated = () => output.includes('database ready')
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const waitUntil = (isReached: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!isReached() && !hasEnded()) return
        waiting.delete(check)
        resolve()
      }
      waiting.add(check)
      check()
    })
  return {
    waitForStatements: (count) => waitUntil(() => statements >= count),
    waitUntilMigrated: async () => {
      const timer = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS)
      await waitUntil(isMigrated)
      clearTimeout(timer)
      return isMigrated()
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
      return isMigrated()
    },
    statements: () => statements,
    output: () => output,
  }
}
