import { randomInt } from 'node:crypto'
import { openDatabase } from '#db/database.ts'
import { type CardTesters, startCardTesters } from '../support/card-testers.ts'
import { addFault, addFaults, drill, isFull, mergeTallies, type Tally } from '../support/drill.ts'
import { createKeepAliveClient } from '../support/keep-alive.ts'
import { type KillableServer, startKillableServer } from '../support/killable-server.ts'
import { findBrokenInvariants } from '../support/ledger.ts'
import { percentile } from '../support/load.ts'
import { OwnStalls } from '../support/other-requests.ts'
import { signUp } from '../support/sign-up.ts'
import { starvedMs } from '../support/starvation.ts'

const CONNECTIONS = isFull ? 160 : 16
const LINKS = isFull ? 4 : 1
/** Forms per solved proof of work, which costs a program some tenths of a second. */
const FORMS_PER_PROOF = isFull ? 100 : 12
/** Documented limits. Forms that are in flight when a limit is reached may still be declined: MAX_IN_FLIGHT at most. */
const MAX_DECLINES = 20
const MAX_DECLINES_OF_MERCHANT = 60
const MAX_IN_FLIGHT = 16
const ROUNDS = 4
/** Page requests measured before each round, and the minimum during it. */
const MIN_SAMPLES = 500
const MAX_SLOWDOWN = 1.2

/**
 * Returns the response times in ms of another merchant's page. One payer at a time opens it, each from another IP
 * address. Subtracts the time in which this process stalled or the server had no processor: the machine causes that. A
 * refused page counts as infinite.
 */
async function measureOtherPage(
  server: KillableServer,
  path: string,
  isFinished = () => true,
): Promise<number[]> {
  using client = createKeepAliveClient(server.url, 1)
  using stalls = new OwnStalls()
  const pid = server.pid()
  const samples: { fromMs: number; toMs: number; starvedMs: number; isShown: boolean }[] = []
  while (samples.length < MIN_SAMPLES || !isFinished()) {
    const ipAddress = `172.${randomInt(16, 32)}.${randomInt(256)}.${randomInt(1, 255)}`
    const before = { ms: performance.now(), starvedMs: starvedMs(pid) }
    const { status } = await client.send({ path, headers: { 'x-forwarded-for': ipAddress } })
    samples.push({
      fromMs: before.ms,
      toMs: performance.now(),
      starvedMs: starvedMs(pid) - before.starvedMs,
      isShown: status === 200,
    })
  }
  return samples.map((sample) => {
    const lostMs = Math.max(stalls.during(sample), sample.starvedMs)
    return sample.isShown
      ? Math.max(0, sample.toMs - sample.fromMs - lostMs)
      : Number.POSITIVE_INFINITY
  })
}

async function createLinks({ url }: KillableServer, secret: string): Promise<string[]> {
  using client = createKeepAliveClient(url, 1)
  const paths: string[] = []
  for (let n = 0; n < LINKS; n++) {
    const { body } = await client.send({
      method: 'POST',
      path: '/api/payment-links',
      headers: { authorization: `Bearer ${secret}` },
      body: { title: 'Dinner', currency: 'EUR', amountKind: 'chosen' },
    })
    paths.push(new URL(JSON.parse(body).url).pathname)
  }
  return paths
}

/** Compares the declined payments in the database with the limits. */
async function checkDeclines({ databaseUrl }: KillableServer, found: Tally): Promise<void> {
  const { db, close } = openDatabase({ url: databaseUrl })
  const rows = await db
    .selectFrom('transactions')
    .where('linkId', 'is not', null)
    .select(['linkId', 'status'])
    .execute()
    .finally(close)
  const declined = rows.filter(({ status }) => status === 'failed')
  for (const id of new Set(declined.map(({ linkId }) => linkId))) {
    const { length } = declined.filter(({ linkId }) => linkId === id)
    const beyond = length - MAX_DECLINES - MAX_IN_FLIGHT
    addFault(found, 'leaked', `${length} cards were declined at ${id}`, beyond)
  }
  const beyond = declined.length - MAX_DECLINES_OF_MERCHANT - MAX_IN_FLIGHT
  addFault(found, 'leaked', `${declined.length} cards were declined at one merchant`, beyond)
  found.notes.push(`${rows.length} payments were made, ${declined.length} of them declined`)
  if (declined.length === 0) addFault(found, 'crashed', 'no card was tried')
}

/** Response times in milliseconds, per round. */
type Times = { calm: number[][]; beside: number[][] }
type AttackPlan = { testers: CardTesters; paths: string[]; count: number }

/** Tries cards in several rounds, and opens another merchant's page before and during each round. */
async function attack(
  server: KillableServer,
  { testers, paths, count }: AttackPlan,
  otherPath: string,
): Promise<{ found: Tally; times: Times }> {
  const tallies: Tally[] = []
  const statusCounts = new Map<number, number>()
  const times: Times = { calm: [], beside: [] }
  // A server that has just started is slower, which would hide the cost of the attack.
  if (isFull) await measureOtherPage(server, otherPath)
  for (let round = 0; round < ROUNDS; round++) {
    if (isFull) times.calm.push(await measureOtherPage(server, otherPath))
    let isFinished = false
    const batch = { url: server.url, paths, count: Math.ceil(count / ROUNDS) }
    const sending = testers
      .send({ ...batch, connections: CONNECTIONS, formsPerProof: FORMS_PER_PROOF })
      .finally(() => {
        isFinished = true
      })
    if (isFull) times.beside.push(await measureOtherPage(server, otherPath, () => isFinished))
    const sent = await sending
    tallies.push(sent.found)
    for (const [status, n] of sent.answers)
      statusCounts.set(status, (statusCounts.get(status) ?? 0) + n)
  }
  const found = mergeTallies(tallies)
  found.notes.push([...statusCounts].map(([status, n]) => `${n} × ${status}`).join(', '))
  return { found, times }
}

function compare({ calm: baseline, beside: duringAttack }: Times, found: Tally): void {
  const [before, during] = [
    percentile(baseline.flat(), 0.99),
    percentile(duringAttack.flat(), 0.99),
  ]
  const text = `p99 of another merchant’s page ${during.toFixed(1)} ms beside it, ${before.toFixed(1)} ms without`
  found.notes.push(text)
  // A refused page has an infinite time: then nothing was compared.
  const isCompared = Number.isFinite(before) && Number.isFinite(during)
  if (!isCompared || during > before * MAX_SLOWDOWN) addFault(found, 'crashed', text)
}

async function tryCards(server: KillableServer, count: number): Promise<Tally> {
  const victim = await signUp(server.url)
  const other = await signUp(server.url, 'other@example.com')
  await using testers = await startCardTesters()
  const paths = await createLinks(server, victim.secret)
  const [otherPath = ''] = await createLinks(server, other.secret)
  const { found, times } = await attack(server, { testers, paths, count }, otherPath)
  await server.stop()
  await checkDeclines(server, found)
  addFaults(found, 'crashed', await findBrokenInvariants(server.databaseUrl))
  if (isFull) compare(times, found)
  return found
}

/** The payers use many IP addresses. The limits of payment links apply regardless of RATE_LIMITS. */
const environment = { TRUST_PROXY: '127.0.0.1', RATE_LIMITS: 'on' }

drill({
  row: 'card-testing',
  what: 'hostile forms at the page of payment links, from few places and from many, with and without the work that is asked for: no payment beyond the limits, nothing but refusals, and another merchant as quick as before',
  quick: 300,
  full: 100_000,
  only: 'sqlite',
  run: async (count) => {
    await using server = await startKillableServer(environment)
    return await tryCards(server, count)
  },
  selfTest: async () => {
    await using server = await startKillableServer(environment, { fault: 'untried-forms' })
    return await tryCards(server, 300)
  },
})
