import { randomInt } from 'node:crypto'
import { dialect } from '../support/database.ts'
import { blame, blameEach, drill, isFull, sideBySide, type Tally, tally } from '../support/drill.ts'
import { checkFlows, everyFlow } from '../support/flows/every-flow.ts'
import { type Flow, Ground, happenOn, nextTurn, startFlows } from '../support/flows/ground.ts'
import { keepAlive } from '../support/keep-alive.ts'
import { type KillableServer, killableServer } from '../support/killable-server.ts'
import { brokenInvariants } from '../support/ledger.ts'
import { receiver } from '../support/receiver.ts'

const CONNECTIONS = 16
/** Parallel runs, each with its own server and database: restarts take most of the time. */
const LANES = 2
const READY_WITHIN_MS = 3000
const MOST_TURNS = 11
/** Pending payments become final during the flows and the kills. */
const environment = { SANDBOX_SETTLEMENT_MS: '300' }

/** Waits for a random moment, every other time right after a flow that is rarer than payments sends a request. */
async function randomMoment(ground: Ground, flows: readonly Flow[]): Promise<void> {
  await happenOn(ground, 'sent', randomInt(1, 60))
  const aimed = flows[randomInt(flows.length * 2)]
  if (aimed && aimed.atOnce !== 0) await happenOn(ground, aimed.name, 1)
  for (let turns = randomInt(2 ** randomInt(1, MOST_TURNS)); turns > 0; turns--) await nextTurn()
}

type Kill = (ground: Ground, flows: readonly Flow[]) => Promise<number>

/** Runs all flows while the server is killed again and again, then checks their results. */
async function kills(server: KillableServer, count: number, killOnce: Kill): Promise<Tally> {
  await using endpoint = await receiver()
  using client = keepAlive(server.url, CONNECTIONS)
  const ground = new Ground(server, client)
  const flows = await everyFlow(ground, endpoint)
  const running = startFlows(ground, flows)
  const readyMs: number[] = []
  for (let kill = 0; kill < count; kill++) {
    readyMs.push(await killOnce(ground, flows))
  }
  await running.stop()
  await checkFlows(ground, flows, { databaseUrl: server.databaseUrl, endpoint })
  await server.stop()
  const broken = await brokenInvariants(server.databaseUrl)
  // Only the full count has the machine to itself. Elsewhere the machine may cause a late start.
  const late = isFull ? readyMs.filter((ms) => ms > READY_WITHIN_MS) : []
  const { lost, doubled, halved, strange } = ground
  const known = [...ground.acknowledged].map(([name, times]) => `${times} ${name}`)
  const found = tally({
    tried: readyMs.length,
    notes: [
      `acknowledged: ${known.toSorted().join(', ')}`,
      `ready again after ${Math.round(Math.max(...readyMs))} ms at most`,
    ],
  })
  blameEach(found, 'lost', [...lost, ...halved])
  blameEach(found, 'doubled', doubled)
  blameEach(found, 'crashed', [...broken, ...strange])
  for (const ms of late) blame(found, 'crashed', `ready again after ${Math.round(ms)} ms`)
  return found
}

/**
 * Kills a server right after it has acknowledged changes that it has not committed. Responses come in groups, so the
 * responses of a group committed before the signal may follow it.
 */
async function dieInDebt(server: KillableServer, ground: Ground): Promise<number> {
  process.kill(server.pid(), 'SIGUSR2')
  await happenOn(ground, 'done', 40)
  return server.killAndRestart()
}

drill({
  row: 'kill',
  what: 'kill -9 at random moments while everything that changes something goes on: payments of every kind, settlement, webhooks, erasures, sign-ups, onboarding, invitations, API keys, zones, currencies',
  quick: dialect === 'sqlite' ? 6 : 4,
  full: dialect === 'sqlite' ? 1000 : 100,
  run: (count) =>
    sideBySide(count, LANES, async (part) => {
      await using server = await killableServer(environment)
      return await kills(server, part, async (ground, flows) => {
        await randomMoment(ground, flows)
        return server.killAndRestart()
      })
    }),
  selfTest: async () => {
    await using server = await killableServer(environment, { fault: 'acknowledges-first' })
    // On a slow machine PostgreSQL commits some acknowledged changes before the kill: of three kills, one loses
    // changes.
    const deaths = dialect === 'sqlite' ? 1 : 3
    const found = await kills(server, deaths, (ground) => dieInDebt(server, ground))
    // Late or failed responses of the broken server would prove nothing.
    return { ...found, crashed: 0 }
  },
})
