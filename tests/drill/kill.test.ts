import { randomInt } from 'node:crypto'
import { drill, sideBySide, type Tally, tally } from '../support/drill.ts'
import { type KillableServer, killableServer } from '../support/killable-server.ts'
import { brokenInvariants } from '../support/ledger.ts'
import { type Ask, compare, happen, startPayers } from '../support/payers.ts'
import { signUp } from '../support/sign-up.ts'
import { dialect } from '../support/database.ts'

const AT_ONCE = 8
/** Each with a server and a database of its own: most of the time goes into starting again. */
const LANES = 2
const READY_WITHIN_MS = 3000

/** A moment that has nothing to do with what the server is about: some requests on, some turns later. */
async function randomMoment(payers: ReturnType<typeof startPayers>): Promise<void> {
  await happen(payers.journal, 'sent', randomInt(1, 60))
  for (let turns = randomInt(200); turns > 0; turns--) {
    await new Promise((resolve) => setImmediate(resolve))
  }
}

async function kills(server: KillableServer, count: number, through?: (ask: Ask) => Ask) {
  const { secret } = await signUp(server.url)
  const payers = startPayers({
    server,
    secret,
    atOnce: AT_ONCE,
    ...(through && { through }),
  })
  const readyMs: number[] = []
  for (let kill = 0; kill < count; kill++) {
    await randomMoment(payers)
    readyMs.push(await server.killAndRestart())
  }
  await payers.stop()
  await server.stop()
  return { journal: payers.journal, readyMs }
}

async function verdict(
  server: KillableServer,
  { journal, readyMs }: Awaited<ReturnType<typeof kills>>,
): Promise<Tally> {
  const { lost, doubled } = await compare(journal, server.databaseUrl)
  const broken = await brokenInvariants(server.databaseUrl)
  const late = readyMs.filter((ms) => ms > READY_WITHIN_MS)
  return tally({
    tried: readyMs.length,
    lost: lost.length,
    doubled,
    crashed: journal.strange.length + broken.length + late.length,
    notes: [
      `${journal.acknowledged.size} payments acknowledged`,
      `ready again after ${Math.round(Math.max(...readyMs))} ms at most`,
      ...broken,
      ...journal.strange.slice(0, 3),
    ],
  })
}

/** Says that it paid without asking, or asks twice: what a server would do that forgets. */
function lying(ask: Ask): Ask {
  let asked = 0
  return async (request) => {
    asked += 1
    if (asked % 10 === 0) {
      const { amount } = request.body as { amount: string }
      return { status: 201, headers: {}, body: JSON.stringify({ id: `txn_${asked}`, amount }) }
    }
    if (asked % 10 === 5) {
      const headers = { ...request.headers, 'idempotency-key': `again-${asked}` }
      await ask({ ...request, headers })
    }
    return ask(request)
  }
}

drill({
  row: 'kill',
  what: 'kill -9 at random moments under load',
  quick: dialect === 'sqlite' ? 20 : 5,
  full: dialect === 'sqlite' ? 1000 : 100,
  run: (count) =>
    sideBySide(count, LANES, async (part) => {
      await using server = await killableServer()
      return await verdict(server, await kills(server, part))
    }),
  selfTest: async () => {
    await using server = await killableServer()
    return await verdict(server, await kills(server, 1, lying))
  },
})
