import { openDatabase } from '#db/database.ts'
import { dialect, freshDatabase } from '../support/database.ts'
import { addFault, addFaults, drill, type Tally, tally } from '../support/drill.ts'
import { FlowClient, uniqueName } from '../support/flows/flow-client.ts'
import { Owner } from '../support/flows/owner.ts'
import { createKeepAliveClient } from '../support/keep-alive.ts'
import { type KillableServer, startKillableServer } from '../support/killable-server.ts'
import { findBrokenInvariants } from '../support/ledger.ts'
import { payment } from '../support/make.ts'

const AT_ONCE = 50
/** Refunds of 3.00 that fit into 100.00. The remaining 1.00 is too little for another. */
const FIT = 33
const PAYMENTS_AT_ONCE = 2

type CallOptions = Parameters<FlowClient['sendOnce']>[1]

/** Sends AT_ONCE refunds of one payment. FIT must succeed, and all others must exceed the remaining amount. */
async function sendRefunds(flowClient: FlowClient, owner: Owner, found: Tally): Promise<void> {
  const request = (path: string, body: object): CallOptions => ({
    method: 'POST',
    path,
    headers: { ...owner.keyHeaders, 'idempotency-key': uniqueName() },
    body,
  })
  const paid = await flowClient.sendUntilResponse(
    'payments',
    request('/api/transactions', payment({ amount: '100.00' })),
  )
  if (paid.is !== 'done') return addFault(found, 'crashed', `no payment: ${paid.body}`)
  const path = `/api/transactions/${paid.json.id}/refunds`
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, () =>
      flowClient.sendUntilResponse('refunds', request(path, { amount: '3.00' })),
    ),
  )
  const succeeded = answers.filter(({ is: kind }) => kind === 'done').length
  if (succeeded > FIT) addFault(found, 'doubled', `${path}: ${succeeded} refunds of 3.00`)
  if (succeeded < FIT) addFault(found, 'lost', `${path}: ${succeeded} refunds of 3.00`)
  for (const response of answers) {
    if (response.is === 'done' || response.reason === 'refund_exceeds_remaining') continue
    addFault(found, 'crashed', `${path}: ${response.status} ${response.body.slice(0, 200)}`)
  }
  found.tried += 1
}

/** Checks that the processor's book contains exactly the successful refunds, under their IDs. */
async function checkBook(databaseUrl: string, found: Tally): Promise<void> {
  const { db, close } = openDatabase({ url: databaseUrl })
  try {
    const rows = await db.selectFrom('refunds').select(['id', 'status']).execute()
    const book = await db
      .selectFrom('sandboxOperations')
      .where('kind', '=', 'refund')
      .select('key')
      .execute()
    const returned = new Set(rows.filter(({ status }) => status === 'success').map(({ id }) => id))
    for (const { key } of book) {
      if (!returned.delete(key)) addFault(found, 'doubled', `the processor returned ${key}`)
    }
    for (const id of returned) addFault(found, 'lost', `the processor knows nothing of ${id}`)
  } finally {
    await close()
  }
}

async function runBursts(count: number, fault?: string): Promise<Tally> {
  const database = await freshDatabase()
  await using firstServer = await startKillableServer({}, { database, fault })
  const shared = { url: database.url, remove: () => Promise.resolve() }
  const others: KillableServer[] =
    dialect === 'postgres' ? [await startKillableServer({}, { database: shared, fault })] : []
  const servers = [firstServer, ...others]
  const found = tally()
  const clients = servers.map(({ url }) => createKeepAliveClient(url, AT_ONCE))
  let index = 0
  const roundRobin: (typeof clients)[number] = {
    send: (request) => {
      index += 1
      const client = clients[index % clients.length]
      if (!client) throw new Error('No client is connected.')
      return client.send(request)
    },
    [Symbol.dispose]: () => undefined,
  }
  const flowClient = new FlowClient(firstServer, roundRobin)
  const owner = await Owner.of(flowClient, 'shop@example.com')
  const startedAt = performance.now()
  let remaining = count
  const lane = async () => {
    while (remaining > 0) {
      remaining -= 1
      await sendRefunds(flowClient, owner, found)
    }
  }
  await Promise.all(Array.from({ length: PAYMENTS_AT_ONCE }, lane))
  const seconds = (performance.now() - startedAt) / 1000
  found.notes.push(
    `${flowClient.acknowledged.get('refunds') ?? 0} refunds of ${count * AT_ONCE} asked for, ${Math.round((count * AT_ONCE) / seconds)} answers a second`,
  )
  for (const client of clients) client[Symbol.dispose]()
  for (const server of servers) await server.stop()
  await checkBook(database.url, found)
  const deadlocks = servers.flatMap(
    (server) => server.output().match(/.*deadlock detected.*/g) ?? [],
  )
  const broken = await findBrokenInvariants(database.url)
  addFaults(found, 'crashed', [...flowClient.strange, ...deadlocks, ...broken])
  for (const server of others) await server[Symbol.asyncDispose]()
  return found
}

drill({
  row: 'refund-burst',
  what: 'fifty refunds of 3.00 at once of each payment of 100.00, by two processes on PostgreSQL: exactly 33 are taken, the others refused, no caller sees a deadlock',
  quick: 8,
  full: 2000,
  run: (count) => runBursts(count),
  selfTest: () => runBursts(2, 'doubled-refunds'),
})
