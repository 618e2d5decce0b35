import { freshDatabase } from '../support/database.ts'
import { addFault, addFaults, countFaults, drill, type Tally, tally } from '../support/drill.ts'
import { createCollisionFlow } from '../support/flows/collisions.ts'
import { checkFlows, createFlows } from '../support/flows/every-flow.ts'
import { FlowClient, startFlows, waitForEvents } from '../support/flows/flow-client.ts'
import { Owner } from '../support/flows/owner.ts'
import { PaidLinks } from '../support/flows/paid-links.ts'
import { createReconnectionFlows } from '../support/flows/reconnections.ts'
import { createStaffLimitFlow } from '../support/flows/staff-limits.ts'
import { createKeepAliveClient, type KeepAliveClient } from '../support/keep-alive.ts'
import { startKillableServer } from '../support/killable-server.ts'
import { findBrokenInvariants } from '../support/ledger.ts'
import { startReceiver } from '../support/receiver.ts'
import { startStripeStandIn } from '../support/stripe/stripe-stand-in.ts'

const CONNECTIONS = 16
/** Long enough for cancelling a pending payment, and short enough for payments to settle during the drill. */
const SETTLEMENT_MS = '1500'
/** Limits payments to the number that the endpoints receive in time: the drill is about collisions, not about load. */
const PAYING_AT_ONCE = 2
/** Kinds of changes that each run must contain at least once, although some are rare. */
const KINDS = [
  'payments',
  'erasures',
  'erasures at once',
  'cancellations',
  'renamings',
  'replays',
  'customers',
  'sign-ups',
  'onboardings',
  'invitations',
  'acceptances',
  'keys',
  'rotations',
  'key revocations',
  'zones',
  'currencies',
  'reconnections',
  'payments by Stripe',
  'staff refunds',
  'paid-links',
]

/** Distributes requests over the clients round-robin, as a load balancer does. */
function roundRobin(clients: readonly KeepAliveClient[]): KeepAliveClient {
  let index = 0
  return {
    send: (request) => {
      index += 1
      const client = clients[index % clients.length]
      if (!client) throw new Error('No client is connected.')
      return client.send(request)
    },
    [Symbol.dispose]: () => undefined,
  }
}

async function runMixture(count: number, fault?: string): Promise<Tally> {
  const database = await freshDatabase()
  await using stripe = await startStripeStandIn()
  const environment = {
    SANDBOX_SETTLEMENT_MS: SETTLEMENT_MS,
    STRIPE_API_URL: stripe.url,
    TRUST_PROXY: '127.0.0.1',
  }
  await using firstServer = await startKillableServer(environment, { database, fault })
  const shared = { url: database.url, remove: () => Promise.resolve() }
  await using secondServer = await startKillableServer(environment, { database: shared, fault })
  await using endpoint = await startReceiver()
  using firstClient = createKeepAliveClient(firstServer.url, CONNECTIONS)
  using secondClient = createKeepAliveClient(secondServer.url, CONNECTIONS)
  const flowClient = new FlowClient(firstServer, roundRobin([firstClient, secondClient]))
  const flows = (await createFlows(flowClient, endpoint)).map(({ name, atOnce, step, check }) => ({
    name,
    atOnce: name === 'payments' ? PAYING_AT_ONCE : atOnce,
    step,
    check,
  }))
  const collisionOwner = await Owner.of(flowClient, 'crossing@example.com', endpoint.url)
  const stripeOwner = await Owner.of(flowClient, 'stripe@example.com')
  const limitsOwner = await Owner.of(flowClient, 'limits@example.com')
  const linksOwner = await Owner.of(flowClient, 'links@example.com')
  const allFlows = [
    ...flows,
    createCollisionFlow(flowClient, collisionOwner),
    ...(await createReconnectionFlows(flowClient, stripeOwner, {
      stripe,
      account: stripe.addAccount(),
    })),
    await createStaffLimitFlow(flowClient, limitsOwner),
    Object.assign(
      new PaidLinks(flowClient, linksOwner, { server: firstServer, client: firstClient }),
      { atOnce: 2 },
    ),
  ]
  const running = startFlows(flowClient, allFlows)
  await waitForEvents(flowClient, 'done', count)
  const missing = () => KINDS.filter((kind) => !flowClient.acknowledged.has(kind))
  // Tries for as long again if a kind is missing: pending payments may settle before they can be cancelled.
  for (let extraSteps = 0; extraSteps < count && missing().length > 0; extraSteps++)
    await waitForEvents(flowClient, 'done', 1)
  await running.stop()
  await checkFlows(flowClient, allFlows, { databaseUrl: database.url, endpoint })
  await Promise.all([firstServer.stop(), secondServer.stop()])
  const broken = await findBrokenInvariants(database.url)
  // A single lock order excludes deadlocks, even deadlocks that are retried and appear only in the log.
  const deadlocks =
    `${firstServer.output()}${secondServer.output()}`.match(/.*deadlock detected.*/g) ?? []
  const { acknowledged, lost, doubled, halved, strange } = flowClient
  const acknowledgements = [...acknowledged].map(([name, times]) => `${times} ${name}`)
  const found = tally({
    tried: [...acknowledged.values()].reduce((sum, times) => sum + times, 0),
    notes: [`acknowledged: ${acknowledgements.toSorted().join(', ')}`],
  })
  addFaults(found, 'lost', [...lost, ...halved])
  addFaults(found, 'doubled', doubled)
  addFaults(found, 'crashed', [...broken, ...strange, ...deadlocks])
  for (const kind of missing()) addFault(found, 'crashed', `never done: ${kind}`)
  return found
}

/** Attempts at most, because two changes of one row meet only by chance. */
const UNLOCKED_TRIES = 5

async function runUnlocked(): Promise<Tally> {
  let found = await runMixture(400, 'unlocked')
  for (let n = 1; n < UNLOCKED_TRIES && countFaults(found) === 0; n++)
    found = await runMixture(400, 'unlocked')
  return found
}

drill({
  row: 'mixture',
  what: 'all that changes anything at once, on two processes: payments, settlement, cancelling, erasures, renamings, zones, currencies, keys, team, sign-ups, webhooks, replays, a Stripe account that is connected again, staff with limits and links',
  quick: 800,
  full: 10_000,
  only: 'postgres',
  run: (count) => runMixture(count),
  selfTest: runUnlocked,
})
