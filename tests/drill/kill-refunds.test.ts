import { randomInt } from 'node:crypto'
import { openDatabase } from '#db/database.ts'
import { dialect } from '../support/database.ts'
import { addFault, addFaults, drill, isFull, type Tally, tally } from '../support/drill.ts'
import {
  FlowClient,
  startFlows,
  waitForEvents,
  yieldToEventLoop,
} from '../support/flows/flow-client.ts'
import { Owner } from '../support/flows/owner.ts'
import { Refunds } from '../support/flows/refunds.ts'
import { createKeepAliveClient } from '../support/keep-alive.ts'
import { type KillableServer, startKillableServer } from '../support/killable-server.ts'
import { findBrokenInvariants } from '../support/ledger.ts'

const CONNECTIONS = 16
const MAX_TICKS_LOG2 = 9
const environment = { SANDBOX_SETTLEMENT_MS: '300' }

type RefundsLeft = Awaited<ReturnType<typeof Refunds.countPending>>

async function readLeft(server: KillableServer): Promise<RefundsLeft> {
  const { db, close } = openDatabase({ url: server.databaseUrl })
  try {
    return await Refunds.countPending(db)
  } finally {
    await close()
  }
}

/** Waits for a random moment while refunds are in progress. */
async function waitRandomly(flowClient: FlowClient): Promise<void> {
  await waitForEvents(flowClient, 'refunds', randomInt(8, 40))
  for (let ticks = randomInt(2 ** randomInt(1, MAX_TICKS_LOG2)); ticks > 0; ticks--)
    await yieldToEventLoop()
}

/** Notes how many refunds the kills left `reserved` and `called`. In the full count both must occur. */
function reportLeft(found: Tally, leftovers: readonly RefundsLeft[]): void {
  for (const where of ['reserved', 'called'] as const) {
    const kills = leftovers.filter((each) => each[where] > 0).length
    const refunds = leftovers.reduce((sum, each) => sum + each[where], 0)
    const next = where === 'reserved' ? 'the processor was called' : 'its answer was recorded'
    found.notes.push(`${kills} kills left ${refunds} refunds before ${next}`)
    if (isFull && kills === 0) addFault(found, 'crashed', `no kill came before ${next}`)
  }
}

async function kills(count: number, fault?: string): Promise<Tally> {
  await using server = await startKillableServer(environment, { fault })
  using client = createKeepAliveClient(server.url, CONNECTIONS)
  const flowClient = new FlowClient(server, client)
  const refunds = new Refunds(flowClient, await Owner.of(flowClient, 'shop@example.com'))
  const running = startFlows(flowClient, [refunds])
  const leftovers: RefundsLeft[] = []
  for (let kill = 0; kill < count; kill++) {
    await waitRandomly(flowClient)
    await server.kill()
    leftovers.push(await readLeft(server))
    await server.start()
  }
  await running.stop()
  const { db, close } = openDatabase({ url: server.databaseUrl })
  try {
    await refunds
      .check(db)
      .catch((error: Error) => flowClient.lost.push(`refunds: ${error.message}`))
  } finally {
    await close()
  }
  await server.stop()
  const { lost, doubled, strange } = flowClient
  const found = tally({
    tried: leftovers.length,
    notes: [
      `acknowledged: ${flowClient.acknowledged.get('refunds') ?? 0} payments, refunds and captures`,
    ],
  })
  reportLeft(found, leftovers)
  addFaults(found, 'lost', lost)
  addFaults(found, 'doubled', doubled)
  addFaults(found, 'crashed', [...(await findBrokenInvariants(server.databaseUrl)), ...strange])
  return found
}

drill({
  row: 'kill-refunds',
  what: 'kill -9 while money goes back, is captured and is let go: between what is reserved, what the processor is asked and what is recorded; its book and ours agree',
  quick: dialect === 'sqlite' ? 6 : 4,
  full: 300,
  run: (count) => kills(count),
  selfTest: () => kills(2, 'doubled-refunds'),
})
