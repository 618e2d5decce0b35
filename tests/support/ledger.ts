import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { OpenDatabase } from '#db/database.ts'
import type { World } from '#server/core/context.ts'
import { runLedgerCheck } from '#server/ops/check/ledger-check.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns the invariants that `npm run ops -- check` reports as broken; empty when every invariant holds. */
export async function findBrokenInvariants(databaseUrl: string): Promise<string[]> {
  const checking = promisify(execFile)(process.execPath, ['dist/server/ops.js', 'check'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
  })
  const text = await checking.then(
    ({ stdout }) => stdout,
    (error: { stdout?: string }) => error.stdout || String(error),
  )
  if (/ 0 broken$/m.test(text)) return []
  return text.split('\n').filter((line) => line.startsWith('✗') || !text.includes('broken'))
}

/** Runs the same check in this process, for frequent calls: starting another process takes a second. */
export async function findBrokenInvariantsNow({ db, dialect }: OpenDatabase): Promise<string[]> {
  // The check reads only rows, so it needs no other part of the world.
  const world = { db, dialect } as World
  const { findings } = await runLedgerCheck(world, { isQuick: true })
  return findings.map(({ invariant, rows }) => `✗ ${invariant}: ${JSON.stringify(rows[0])}`)
}
