import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import { sqliteFile } from '#db/database.ts'
import { drill, sideBySide, type Tally, tally } from '../support/drill.ts'
import { killableServer } from '../support/killable-server.ts'
import { brokenInvariants } from '../support/ledger.ts'
import { compare, happen, startPayers } from '../support/payers.ts'
import { signUp } from '../support/sign-up.ts'
import { survivingLength } from '../support/synced.ts'

const AT_ONCE = 8
/** Each with a server and a database of its own. */
const LANES = 2

/** The log of a server that was killed is whole once strace has seen its end. */
const logEnded = (log: string) =>
  vi.waitFor(
    () => {
      if (!/\+\+\+ (?:killed|exited)/.test(readFileSync(log, 'utf8').slice(-20_000))) {
        throw new Error('strace is still writing')
      }
    },
    { timeout: 10_000, interval: 10 },
  )

/**
 * Kills the server and takes from its write-ahead log what no sync had reached, which is what a power
 * cut may take. Then it must start and know every payment that it had acknowledged.
 */
async function cuts(count: number, fault?: string): Promise<Tally> {
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-drill-'))
  const log = path.join(folder, 'calls')
  const under = ['strace', '-D', '-f', '--seccomp-bpf', '-y', '-s', '0', '-o', log]
  const calls = ['-e', 'trace=pwrite64,pwritev,ftruncate,fsync,fdatasync']
  await using server = await killableServer(
    {},
    { under: [...under, ...calls], ...(fault !== undefined && { fault }) },
  )
  const wal = `${sqliteFile(server.databaseUrl)}-wal`
  const { secret } = await signUp(server.url)
  const payers = startPayers({ server, secret, atOnce: AT_ONCE })
  let [taken, syncs, lengthBefore] = [0, 0, 0]
  for (let cut = 0; cut < count; cut++) {
    await happen(payers.journal, 'answered', randomInt(5, 60))
    await server.kill()
    await logEnded(log)
    const surviving = survivingLength(log, { file: wal, before: lengthBefore })
    syncs += surviving.syncs
    const before = statSync(wal).size
    // A log that began anew is shorter than its file: what lies behind it belongs to an older one.
    if (surviving.length < before) {
      truncateSync(wal, surviving.length)
      taken += 1
    }
    lengthBefore = statSync(wal).size
    await server.start()
  }
  await payers.stop()
  await server.stop()
  const { lost, doubled } = await compare(payers.journal, server.databaseUrl)
  const broken = await brokenInvariants(server.databaseUrl)
  rmSync(folder, { recursive: true, force: true })
  return tally({
    tried: count,
    lost: lost.length,
    doubled,
    crashed: payers.journal.strange.length + broken.length,
    notes: [
      `${payers.journal.acknowledged.size} payments acknowledged, ${syncs} syncs of the log`,
      `${taken} cuts took something that was written and not yet synced`,
      ...broken,
      ...payers.journal.strange.slice(0, 3),
    ],
  })
}

function hasStrace(): boolean {
  try {
    execFileSync('strace', ['-V'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

drill({
  row: 'power-cut',
  what: 'power cuts: the log ends where it was last synced',
  quick: 5,
  full: 300,
  only: 'sqlite',
  lacks: hasStrace() ? undefined : 'strace is not installed',
  run: (count) => sideBySide(count, LANES, cuts),
  selfTest: () => cuts(3, 'unsynced'),
})
