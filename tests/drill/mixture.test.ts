import { freshDatabase } from '../support/database.ts'
import { blame, blameEach, drill, faults, type Tally, tally } from '../support/drill.ts'
import { collisions } from '../support/flows/collisions.ts'
import { checkFlows, everyFlow } from '../support/flows/every-flow.ts'
import { Ground, happenOn, startFlows } from '../support/flows/ground.ts'
import { Owner } from '../support/flows/owner.ts'
import { PaidLinks } from '../support/flows/paid-links.ts'
import { reconnections } from '../support/flows/reconnections.ts'
import { staffLimits } from '../support/flows/staff-limits.ts'
import { type KeepAlive, keepAlive } from '../support/keep-alive.ts'
import { killableServer } from '../support/killable-server.ts'
import { brokenInvariants } from '../support/ledger.ts'
import { receiver } from '../support/receiver.ts'
import { stripeStandIn } from '../support/stripe/stripe-stand-in.ts'

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
function byTurns(clients: readonly KeepAlive[]): KeepAlive {
  let turn = 0
  return {
    ask: (asked) => {
      turn += 1
      const client = clients[turn % clients.length]
      if (!client) throw new Error('There is nobody to ask.')
      return client.ask(asked)
    },
    [Symbol.dispose]: () => undefined,
  }
}

async function mix(count: number, fault?: string): Promise<Tally> {
  const database = await freshDatabase()
  await using stripe = await stripeStandIn()
  const environment = {
    SANDBOX_SETTLEMENT_MS: SETTLEMENT_MS,
    STRIPE_API_URL: stripe.url,
    TRUST_PROXY: '127.0.0.1',
  }
  await using one = await killableServer(environment, { database, fault })
  const shared = { url: database.url, remove: () => Promise.resolve() }
  await using other = await killableServer(environment, { database: shared, fault })
  await using endpoint = await receiver()
  using ours = keepAlive(one.url, CONNECTIONS)
  using theirs = keepAlive(other.url, CONNECTIONS)
  const ground = new Ground(one, byTurns([ours, theirs]))
  const flows = (await everyFlow(ground, endpoint)).map(({ name, atOnce, step, check }) => ({
    name,
    atOnce: name === 'payments' ? PAYING_AT_ONCE : atOnce,
    step,
    check,
  }))
  const crossing = await Owner.of(ground, 'crossing@example.com', endpoint.url)
  const bought = await Owner.of(ground, 'stripe@example.com')
  const limited = await Owner.of(ground, 'limits@example.com')
  const linked = await Owner.of(ground, 'links@example.com')
  const all = [
    ...flows,
    collisions(ground, crossing),
    ...(await reconnections(ground, bought, { stripe, account: stripe.addAccount() })),
    await staffLimits(ground, limited),
    Object.assign(new PaidLinks(ground, linked, { server: one, client: ours }), { atOnce: 2 }),
  ]
  const running = startFlows(ground, all)
  await happenOn(ground, 'done', count)
  const missing = () => KINDS.filter((kind) => !ground.acknowledged.has(kind))
  // Tries for as long again if a kind is missing: pending payments may settle before they can be cancelled.
  for (let more = 0; more < count && missing().length > 0; more++) await happenOn(ground, 'done', 1)
  await running.stop()
  await checkFlows(ground, all, { databaseUrl: database.url, endpoint })
  await Promise.all([one.stop(), other.stop()])
  const broken = await brokenInvariants(database.url)
  // A single lock order excludes deadlocks, even deadlocks that are retried and appear only in the log.
  const told = `${one.output()}${other.output()}`.match(/.*deadlock detected.*/g) ?? []
  const { acknowledged, lost, doubled, halved, strange } = ground
  const known = [...acknowledged].map(([name, times]) => `${times} ${name}`)
  const found = tally({
    tried: [...acknowledged.values()].reduce((sum, times) => sum + times, 0),
    notes: [`acknowledged: ${known.toSorted().join(', ')}`],
  })
  blameEach(found, 'lost', [...lost, ...halved])
  blameEach(found, 'doubled', doubled)
  blameEach(found, 'crashed', [...broken, ...strange, ...told])
  for (const kind of missing()) blame(found, 'crashed', `never done: ${kind}`)
  return found
}

/** Attempts at most, because two changes of one row meet only by chance. */
const UNLOCKED_TRIES = 5

async function unlockedMix(): Promise<Tally> {
  let found = await mix(400, 'unlocked')
  for (let n = 1; n < UNLOCKED_TRIES && faults(found) === 0; n++) found = await mix(400, 'unlocked')
  return found
}

drill({
  row: 'mixture',
  what: 'all that changes anything at once, on two processes: payments, settlement, cancelling, erasures, renamings, zones, currencies, keys, team, sign-ups, webhooks, replays, a Stripe account that is connected again, staff with limits and links',
  quick: 800,
  full: 10_000,
  only: 'postgres',
  run: (count) => mix(count),
  selfTest: unlockedMix,
})
