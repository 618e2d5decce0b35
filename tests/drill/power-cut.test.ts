import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { sqliteFile } from '#db/database.ts'
import { ServerEnded } from '../support/built-server.ts'
import { freshDatabase } from '../support/database.ts'
import {
  blame,
  blameEach,
  drill,
  runAllFaults,
  runInParallel,
  type Tally,
  tally,
} from '../support/drill.ts'
import { type KillableServer, startKillableServer } from '../support/killable-server.ts'
import { findBrokenInvariants } from '../support/ledger.ts'
import { compareWithDatabase, type Payers, startPayers } from '../support/payers.ts'
import { createPower, hasCompiler, type Plan, type Power } from '../support/power.ts'
import { signUp } from '../support/sign-up.ts'

const AT_ONCE = 8
/** Parallel runs, each with its own server and database. */
const LANES = 2
/** Approximate writes and syncs of a start and some dozen commits with their checkpoints. */
const MAX_WRITES = 1500
const MAX_SYNCS = 60
const NO_CUT: Plan = { write: 0, sync: 0 }
/** Cuts at most. Only cuts that removed bytes count: at least two thirds of all, with three spare for small counts. */
const maxCuts = (count: number) => count * 1.5 + 3

/**
 * Returns a plan to cut before a random write. A third of the plans also cut before a random sync, right after its last
 * write.
 */
const randomPlan = (): Plan => ({
  write: randomInt(1, MAX_WRITES),
  sync: randomInt(3) === 0 ? randomInt(1, MAX_SYNCS) : 0,
})

const MAX_STRANGE = 20
const MAX_DEFERRED = 2000

/**
 * Throws after too many unexpected responses, or endless retries as on a damaged file. Without writes the cut would
 * never come.
 */
async function throwIfStuck({ journal }: Payers, ended: AbortSignal): Promise<never> {
  while (journal.strange.length < MAX_STRANGE && journal.putOff < MAX_DEFERRED) {
    await once(journal, 'confirmed', { signal: ended })
  }
  throw new Error(
    `it answers ${journal.strange[0] ?? `to try again, ${journal.putOff} times in a row`}`,
  )
}

/** Starts the server with the planned power cut, and waits until the cut happens. */
async function runUntilCut(server: KillableServer, payers: Payers): Promise<void> {
  try {
    await server.start()
  } catch (error) {
    // The cut may also come during the start, which recovers the state after an earlier cut.
    if (error instanceof ServerEnded && error.signal === 'SIGKILL') return
    throw error
  }
  const ended = new AbortController()
  const lost = throwIfStuck(payers, ended.signal)
  try {
    await Promise.race([server.died(), lost])
  } finally {
    ended.abort()
    await lost.catch(() => undefined)
  }
}

type CutCounts = { cuts: number; anything: number; log: number; database: number }

type DrillState = { server: KillableServer; power: Power; payers: Payers }

async function cutRepeatedly(
  { server, power, payers }: DrillState,
  count: number,
): Promise<CutCounts> {
  const counts: CutCounts = { cuts: 0, anything: 0, log: 0, database: 0 }
  await server.kill()
  power.cut()
  while (counts.anything < count && counts.cuts < maxCuts(count)) {
    counts.cuts += 1
    power.plan(randomPlan())
    await runUntilCut(server, payers)
    const { fromDatabase, fromLog } = power.cut()
    counts.database += fromDatabase ? 1 : 0
    counts.log += fromLog ? 1 : 0
    counts.anything += fromDatabase || fromLog ? 1 : 0
  }
  power.plan(NO_CUT)
  await server.start()
  return counts
}

/**
 * Kills the server between a write and its sync, removes unsynced bytes as a power cut may, and restarts it. In the end
 * the server must have every payment that it acknowledged.
 */
async function runCuts(count: number, fault?: string): Promise<Tally> {
  const database = await freshDatabase()
  using power = createPower(sqliteFile(database.url))
  power.plan(NO_CUT)
  const extraModule = 'eager-checkpoints'
  await using server = await startKillableServer(power.environment, {
    database,
    outside: extraModule,
    ...(fault !== undefined && { fault }),
  })
  const { secret } = await signUp(server.url)
  const payers = startPayers({ server, secret, atOnce: AT_ONCE })
  const counts = await cutRepeatedly({ server, power, payers }, count).catch(String)
  if (typeof counts === 'string') {
    payers.abandon()
    const found = tally({ tried: count })
    blame(found, 'crashed', `did not go on: ${counts}`)
    return found
  }
  await payers.stop()
  await server.stop()
  const { lost, doubled } = await compareWithDatabase(payers.journal, server.databaseUrl)
  const broken = await findBrokenInvariants(server.databaseUrl)
  const found = tally({
    tried: counts.anything,
    notes: [
      `${payers.journal.acknowledged.size} payments acknowledged`,
      `${counts.anything} of ${counts.cuts} cuts took something that was written and not yet synced: ${counts.log} from the log, ${counts.database} from the database in a checkpoint`,
    ],
  })
  blameEach(found, 'lost', lost)
  blame(found, 'doubled', 'a key was answered with another payment, or stored twice', doubled)
  blameEach(found, 'crashed', [...broken, ...payers.journal.strange])
  return found
}

drill({
  row: 'power-cut',
  what: 'power cuts between a write and its sync, in commits, checkpoints and starts, that take what was not synced, whole, torn or in disorder',
  quick: 6,
  full: 300,
  only: 'sqlite',
  lacks: hasCompiler() ? undefined : 'there is no C compiler',
  run: (count) => runInParallel(count, LANES, runCuts),
  selfTest: () => runAllFaults([() => runCuts(8, 'unsynced'), () => runCuts(6, 'never-synced')]),
})
