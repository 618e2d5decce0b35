import { randomInt } from 'node:crypto'
import { openDatabase } from '#db/database.ts'
import { dialect } from '../support/database.ts'
import { blame, blameEach, drill, isFull, type Tally, tally } from '../support/drill.ts'
import { Ground, happenOn, nextTurn, startFlows } from '../support/flows/ground.ts'
import { Owner } from '../support/flows/owner.ts'
import { Refunds } from '../support/flows/refunds.ts'
import { keepAlive } from '../support/keep-alive.ts'
import { type KillableServer, killableServer } from '../support/killable-server.ts'
import { brokenInvariants } from '../support/ledger.ts'

const CONNECTIONS = 16
const MOST_TURNS = 9
const environment = { SANDBOX_SETTLEMENT_MS: '300' }

type Left = Awaited<ReturnType<typeof Refunds.leftAt>>

async function leftAt(server: KillableServer): Promise<Left> {
  const { db, close } = openDatabase({ url: server.databaseUrl })
  try {
    return await Refunds.leftAt(db)
  } finally {
    await close()
  }
}

/** Waits for a random moment while refunds are in progress. */
async function randomMoment(ground: Ground): Promise<void> {
  await happenOn(ground, 'refunds', randomInt(8, 40))
  for (let turns = randomInt(2 ** randomInt(1, MOST_TURNS)); turns > 0; turns--) await nextTurn()
}

/** Notes how many refunds the kills left `reserved` and `called`. In the full count both must occur. */
function noteLeft(found: Tally, left: readonly Left[]): void {
  for (const where of ['reserved', 'called'] as const) {
    const kills = left.filter((each) => each[where] > 0).length
    const refunds = left.reduce((sum, each) => sum + each[where], 0)
    const next = where === 'reserved' ? 'the processor was called' : 'its answer was recorded'
    found.notes.push(`${kills} kills left ${refunds} refunds before ${next}`)
    if (isFull && kills === 0) blame(found, 'crashed', `no kill came before ${next}`)
  }
}

async function kills(count: number, fault?: string): Promise<Tally> {
  await using server = await killableServer(environment, { fault })
  using client = keepAlive(server.url, CONNECTIONS)
  const ground = new Ground(server, client)
  const refunds = new Refunds(ground, await Owner.of(ground, 'shop@example.com'))
  const running = startFlows(ground, [refunds])
  const left: Left[] = []
  for (let kill = 0; kill < count; kill++) {
    await randomMoment(ground)
    await server.kill()
    left.push(await leftAt(server))
    await server.start()
  }
  await running.stop()
  const { db, close } = openDatabase({ url: server.databaseUrl })
  try {
    await refunds.check(db).catch((error: Error) => ground.lost.push(`refunds: ${error.message}`))
  } finally {
    await close()
  }
  await server.stop()
  const { lost, doubled, strange } = ground
  const found = tally({
    tried: left.length,
    notes: [
      `acknowledged: ${ground.acknowledged.get('refunds') ?? 0} payments, refunds and captures`,
    ],
  })
  noteLeft(found, left)
  blameEach(found, 'lost', lost)
  blameEach(found, 'doubled', doubled)
  blameEach(found, 'crashed', [...(await brokenInvariants(server.databaseUrl)), ...strange])
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
