import { randomInt } from 'node:crypto'
import { dialect } from '../support/database.ts'
import {
  addFault,
  addFaults,
  drill,
  isFull,
  runInParallel,
  type Tally,
  tally,
} from '../support/drill.ts'
import { checkFlows, createFlows } from '../support/flows/every-flow.ts'
import {
  type Flow,
  FlowClient,
  startFlows,
  waitForEvents,
  yieldToEventLoop,
} from '../support/flows/flow-client.ts'
import { createKeepAliveClient } from '../support/keep-alive.ts'
import { type KillableServer, startKillableServer } from '../support/killable-server.ts'
import { findBrokenInvariants } from '../support/ledger.ts'
import { startReceiver } from '../support/receiver.ts'

const CONNECTIONS = 16
/** Parallel runs, each with its own server and database: restarts take most of the time. */
const LANES = 2
const READY_WITHIN_MS = 3000
const MAX_TICKS_LOG2 = 11
/** Pending payments become final during the flows and the kills. */
const environment = { SANDBOX_SETTLEMENT_MS: '300' }

/** Waits for a random moment, every other time right after a flow that is rarer than payments sends a request. */
async function waitRandomly(flowClient: FlowClient, flows: readonly Flow[]): Promise<void> {
  await waitForEvents(flowClient, 'sent', randomInt(1, 60))
  const targetFlow = flows[randomInt(flows.length * 2)]
  if (targetFlow && targetFlow.atOnce !== 0) await waitForEvents(flowClient, targetFlow.name, 1)
  for (let ticks = randomInt(2 ** randomInt(1, MAX_TICKS_LOG2)); ticks > 0; ticks--)
    await yieldToEventLoop()
}

type Kill = (flowClient: FlowClient, flows: readonly Flow[]) => Promise<number>

/** Runs all flows while the server is killed again and again, then checks their results. */
async function runKills(server: KillableServer, count: number, killOnce: Kill): Promise<Tally> {
  await using endpoint = await startReceiver()
  using client = createKeepAliveClient(server.url, CONNECTIONS)
  const flowClient = new FlowClient(server, client)
  const flows = await createFlows(flowClient, endpoint)
  const running = startFlows(flowClient, flows)
  const readyMs: number[] = []
  for (let kill = 0; kill < count; kill++) {
    readyMs.push(await killOnce(flowClient, flows))
  }
  await running.stop()
  await checkFlows(flowClient, flows, { databaseUrl: server.databaseUrl, endpoint })
  await server.stop()
  const broken = await findBrokenInvariants(server.databaseUrl)
  // Only the full count has the machine to itself. Elsewhere the machine may cause a late start.
  const lateMs = isFull ? readyMs.filter((ms) => ms > READY_WITHIN_MS) : []
  const { lost, doubled, halved, strange } = flowClient
  const acknowledgements = [...flowClient.acknowledged].map(([name, times]) => `${times} ${name}`)
  const found = tally({
    tried: readyMs.length,
    notes: [
      `acknowledged: ${acknowledgements.toSorted().join(', ')}`,
      `ready again after ${Math.round(Math.max(...readyMs))} ms at most`,
    ],
  })
  addFaults(found, 'lost', [...lost, ...halved])
  addFaults(found, 'doubled', doubled)
  addFaults(found, 'crashed', [...broken, ...strange])
  for (const ms of lateMs) addFault(found, 'crashed', `ready again after ${Math.round(ms)} ms`)
  return found
}

/**
 * Kills a server right after it has acknowledged changes that it has not committed. Responses come in groups, so the
 * responses of a group committed before the signal may follow it.
 */
async function killUncommitted(server: KillableServer, flowClient: FlowClient): Promise<number> {
  process.kill(server.pid(), 'SIGUSR2')
  await waitForEvents(flowClient, 'done', 40)
  return server.killAndRestart()
}

drill({
  row: 'kill',
  what: 'kill -9 at random moments while everything that changes something goes on: payments of every kind, settlement, webhooks, erasures, sign-ups, onboarding, invitations, API keys, zones, currencies',
  quick: dialect === 'sqlite' ? 6 : 4,
  full: dialect === 'sqlite' ? 1000 : 100,
  run: (count) =>
    runInParallel(count, LANES, async (part) => {
      await using server = await startKillableServer(environment)
      return await runKills(server, part, async (flowClient, flows) => {
        await waitRandomly(flowClient, flows)
        return server.killAndRestart()
      })
    }),
  selfTest: async () => {
    await using server = await startKillableServer(environment, { fault: 'acknowledges-first' })
    // On a slow machine PostgreSQL commits some acknowledged changes before the kill: of three kills, one loses
    // changes.
    const killCount = dialect === 'sqlite' ? 1 : 3
    const found = await runKills(server, killCount, (flowClient) =>
      killUncommitted(server, flowClient),
    )
    // Late or failed responses of the broken server would prove nothing.
    return { ...found, crashed: 0 }
  },
})
