import { randomInt, randomUUID } from 'node:crypto'
import { openDatabase } from '#db/database.ts'
import { dialect } from '../support/database.ts'
import { addFault, addFaults, drill, type Tally, tally } from '../support/drill.ts'
import { Clicks } from '../support/flows/clicks.ts'
import { FlowClient, yieldToEventLoop } from '../support/flows/flow-client.ts'
import { checkOutbox, waitUntilIdle } from '../support/flows/outbox.ts'
import { Owner } from '../support/flows/owner.ts'
import { checkPaymentRows, kinds } from '../support/flows/payment-rows.ts'
import {
  createKeepAliveClient,
  type KeepAliveClient,
  type PlainResponse,
} from '../support/keep-alive.ts'
import { type KillableServer, startKillableServer } from '../support/killable-server.ts'
import { findBrokenInvariants } from '../support/ledger.ts'
import { payment } from '../support/make.ts'
import { startReceiver } from '../support/receiver.ts'

const DUPLICATES = 50
const CONNECTIONS = 50
/** Keys per kill: the server is killed while the duplicates of such a key are in flight. */
const KILL_EVERY = 40
/** After this many keys, the drill sends one call without a key many times at once, as repeated clicks do. */
const CLICK_EVERY = 40

/**
 * The request of a burst, and a changed body for its key. The bursts cycle through `requestBuilders`; `n` makes each
 * request unique.
 */
type RequestPair = { path: string; body: object; changed: object }
const requestBuilders: readonly ((n: number) => RequestPair)[] = [
  ...kinds.map(({ paymentMethod, cents }) => (n: number) => {
    const body = payment({ amount: `12.${cents}`, paymentMethod, description: `order ${n}` })
    return { path: '/api/payments', body, changed: { ...body, amount: `99.${cents}` } }
  }),
  (n) => {
    const body = { name: 'Bea Verdi', email: `bea${n}@example.com` }
    return { path: '/api/customers', body, changed: { ...body, name: 'Bea Bianchi' } }
  },
]

type Sender = (
  key: string,
  sent: Pick<RequestPair, 'path' | 'body'>,
) => Promise<PlainResponse | undefined>

/** Sends a key's duplicates at once and returns their responses, `undefined` where the server was down. */
const burst = (send: Sender, key: string, sent: RequestPair) =>
  Promise.all(Array.from({ length: DUPLICATES }, () => send(key, sent)))

const isCreated = (response: PlainResponse | undefined) => response?.status === 201

/**
 * Blames different bodies among the successes. The other responses must mean that the first request is still running.
 */
function checkBurst(answers: (PlainResponse | undefined)[], found: Tally): void {
  const bodies = new Set(answers.filter(isCreated).map((response) => response?.body))
  const otherBodies = [...bodies].slice(1).map((body) => `another answer to the same key: ${body}`)
  addFaults(found, 'doubled', otherBodies)
  const strange = answers.filter(
    (response) =>
      response && !isCreated(response) && response.status !== 409 && response.status !== 503,
  )
  for (const response of strange)
    addFault(found, 'crashed', `${response?.status} ${response?.body}`)
}

async function sendUntilResponse(
  send: Sender,
  key: string,
  sent: RequestPair,
): Promise<PlainResponse> {
  for (;;) {
    const response = await send(key, sent)
    if (response && response.status !== 409 && response.status !== 503) return response
    await yieldToEventLoop()
  }
}

type KeyCase = { key: string; sent: RequestPair; body: string }

/** Tests one key: duplicates at once, a repeat, another body, then another merchant. */
async function testKey(
  senders: { ours: Sender; theirs: Sender },
  sent: RequestPair,
  { found, duringBurst }: { found: Tally; duringBurst: () => Promise<void> },
): Promise<KeyCase> {
  const key = randomUUID()
  const reportFault = (
    what: 'lost' | 'doubled' | 'leaked',
    about: string,
    response?: PlainResponse,
  ) => {
    addFault(found, what, `${about}: ${response?.status} ${response?.body.slice(0, 200)}`)
  }
  const [answers] = await Promise.all([burst(senders.ours, key, sent), duringBurst()])
  checkBurst(answers, found)
  const repeated = await sendUntilResponse(senders.ours, key, sent)
  const first = answers.find(isCreated)
  if (!isCreated(repeated)) reportFault('lost', 'not made after all', repeated)
  else if (first && first.body !== repeated.body) reportFault('doubled', 'made once more', repeated)
  if (first && repeated.headers['idempotent-replayed'] !== 'true')
    reportFault('doubled', 'anew', repeated)

  const changed = await senders.ours(key, { path: sent.path, body: sent.changed })
  if (changed?.status !== 422) reportFault('leaked', 'another body with the same key', changed)
  const foreign = await senders.theirs(key, sent)
  const isOwn = isCreated(foreign) && foreign?.body !== repeated.body
  if (!isOwn || foreign?.headers['idempotent-replayed'] !== undefined) {
    reportFault('leaked', 'the same key of another merchant', foreign)
  }
  found.tried += 1
  return { key, sent, body: repeated.body }
}

const senderOf =
  (server: KillableServer, { send }: KeepAliveClient, secret: string): Sender =>
  (key, { path, body }) =>
    send({
      method: 'POST',
      path,
      headers: { authorization: `Bearer ${secret}`, 'idempotency-key': key },
      body,
    })
      // The server is down.
      .catch(() => server.whenUp())
      .then((response) => response ?? undefined)

async function killSoon(server: KillableServer): Promise<void> {
  for (let ticks = randomInt(1, 400); ticks > 0; ticks--) await yieldToEventLoop()
  await server.killAndRestart()
}

/** Checks, once all payments are final, that each key made one object per merchant, with each event once. */
async function checkStored(
  flowClient: FlowClient,
  { databaseUrl, made: expected }: { databaseUrl: string; made: number },
) {
  const { db, close } = openDatabase({ url: databaseUrl })
  try {
    await waitUntilIdle(db).catch((error: Error) => flowClient.lost.push(error.message))
    const payments = await db.selectFrom('transactions').select('id').execute()
    const customers = db.selectFrom('customers').select('id').where('name', 'like', 'Bea %')
    const stored = payments.length + (await customers.execute()).length
    if (stored > expected) flowClient.doubled.push(`${stored} are stored of ${expected}`)
    if (stored < expected) flowClient.lost.push(`${stored} are stored of ${expected}`)
    await checkPaymentRows(db, flowClient)
  } finally {
    await close()
  }
}

async function testKeys(server: KillableServer, count: number, mayKill = true): Promise<Tally> {
  const found = tally()
  await using endpoint = await startReceiver()
  using client = createKeepAliveClient(server.url, CONNECTIONS)
  const flowClient = new FlowClient(server, client)
  const [us, them] = [
    await Owner.of(flowClient, 'ours@example.com', endpoint.url),
    await Owner.of(flowClient, 'theirs@example.com'),
  ]
  const senders = {
    ours: senderOf(server, client, us.secret),
    theirs: senderOf(server, client, them.secret),
  }
  const clicks = new Clicks(flowClient, us)
  const cases: KeyCase[] = []
  let killCount = 0
  for (let n = 1; n <= count; n++) {
    const sent = requestBuilders[n % requestBuilders.length]?.(n)
    if (!sent) continue
    const isKilled = mayKill && n % KILL_EVERY === 0
    const duringBurst = async () => {
      if (isKilled) await killSoon(server)
      if (isKilled) killCount += 1
    }
    cases.push(await testKey(senders, sent, { found, duringBurst }))
    if (mayKill && n % CLICK_EVERY === 0) await clicks.clickAll()
  }
  await checkStored(flowClient, { databaseUrl: server.databaseUrl, made: count * 2 })
  // Keys whose payments have become final still get the first response.
  for (const { key, sent, body } of cases.slice(-requestBuilders.length)) {
    const repeated = await sendUntilResponse(senders.ours, key, sent)
    if (repeated.body !== body)
      flowClient.doubled.push(`${key} is answered in another way once final`)
  }
  const { db, close } = openDatabase({ url: server.databaseUrl })
  await clicks.check(db)
  await checkOutbox(db, endpoint, flowClient)
  await close()
  await server.stop()
  const broken = await findBrokenInvariants(server.databaseUrl)
  const { lost, doubled, halved, strange } = flowClient
  addFaults(found, 'lost', [...lost, ...halved])
  addFaults(found, 'doubled', doubled)
  addFaults(found, 'crashed', [...broken, ...strange])
  return {
    ...found,
    notes: [
      `${count * DUPLICATES} duplicates with keys and ${clicks.sent} clicks without, killed ${killCount} times meanwhile`,
    ],
  }
}

const environment = { SANDBOX_SETTLEMENT_MS: '300' }

drill({
  row: 'idempotency',
  what: `keys of payments of every kind and of customers with ${DUPLICATES} requests at once, a changed body, another merchant, settlement and kills between; sign-ups, onboarding, invitations, rotations, zones, currencies and erasures clicked many times at once`,
  quick: 40,
  full: dialect === 'sqlite' ? 2000 : 200,
  run: async (count) => {
    await using server = await startKillableServer(environment)
    return await testKeys(server, count)
  },
  selfTest: async () => {
    const fault = dialect === 'sqlite' ? 'forgetful' : 'forgetful-postgres'
    await using server = await startKillableServer(environment, { fault })
    return await testKeys(server, 5, false)
  },
})
