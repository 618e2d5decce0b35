import { openDatabase } from '#db/database.ts'
import { dialect, freshDatabase } from '../support/database.ts'
import { blame, blameEach, drill, type Tally, tally } from '../support/drill.ts'
import { Ground, newMark } from '../support/flows/ground.ts'
import { Owner } from '../support/flows/owner.ts'
import { keepAlive } from '../support/keep-alive.ts'
import { type KillableServer, killableServer } from '../support/killable-server.ts'
import { brokenInvariants } from '../support/ledger.ts'
import { payment } from '../support/make.ts'

const AT_ONCE = 50
/** Refunds of 3.00 that fit into 100.00. The remaining 1.00 is too little for another. */
const FIT = 33
const PAYMENTS_AT_ONCE = 2

type CallOptions = Parameters<Ground['ask']>[1]

/** Sends AT_ONCE refunds of one payment. FIT must succeed, and all others must exceed the remaining amount. */
async function crowd(ground: Ground, owner: Owner, found: Tally): Promise<void> {
  const asked = (path: string, body: object): CallOptions => ({
    method: 'POST',
    path,
    headers: { ...owner.program, 'idempotency-key': newMark() },
    body,
  })
  const paid = await ground.untilAnswered(
    'payments',
    asked('/api/transactions', payment({ amount: '100.00' })),
  )
  if (paid.is !== 'done') return blame(found, 'crashed', `no payment: ${paid.body}`)
  const path = `/api/transactions/${paid.json.id}/refunds`
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, () =>
      ground.untilAnswered('refunds', asked(path, { amount: '3.00' })),
    ),
  )
  const taken = answers.filter(({ is }) => is === 'done').length
  if (taken > FIT) blame(found, 'doubled', `${path}: ${taken} refunds of 3.00`)
  if (taken < FIT) blame(found, 'lost', `${path}: ${taken} refunds of 3.00`)
  for (const answer of answers) {
    if (answer.is === 'done' || answer.reason === 'refund_exceeds_remaining') continue
    blame(found, 'crashed', `${path}: ${answer.status} ${answer.body.slice(0, 200)}`)
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
      if (!returned.delete(key)) blame(found, 'doubled', `the processor returned ${key}`)
    }
    for (const id of returned) blame(found, 'lost', `the processor knows nothing of ${id}`)
  } finally {
    await close()
  }
}

async function crowds(count: number, fault?: string): Promise<Tally> {
  const database = await freshDatabase()
  await using one = await killableServer({}, { database, fault })
  const shared = { url: database.url, remove: () => Promise.resolve() }
  const others: KillableServer[] =
    dialect === 'postgres' ? [await killableServer({}, { database: shared, fault })] : []
  const servers = [one, ...others]
  const found = tally()
  const clients = servers.map(({ url }) => keepAlive(url, AT_ONCE))
  let turn = 0
  const byTurns: (typeof clients)[number] = {
    ask: (asked) => {
      turn += 1
      const client = clients[turn % clients.length]
      if (!client) throw new Error('There is nobody to ask.')
      return client.ask(asked)
    },
    [Symbol.dispose]: () => undefined,
  }
  const ground = new Ground(one, byTurns)
  const owner = await Owner.of(ground, 'shop@example.com')
  const startedAt = performance.now()
  let left = count
  const lane = async () => {
    while (left > 0) {
      left -= 1
      await crowd(ground, owner, found)
    }
  }
  await Promise.all(Array.from({ length: PAYMENTS_AT_ONCE }, lane))
  const seconds = (performance.now() - startedAt) / 1000
  found.notes.push(
    `${ground.acknowledged.get('refunds') ?? 0} refunds of ${count * AT_ONCE} asked for, ${Math.round((count * AT_ONCE) / seconds)} answers a second`,
  )
  for (const client of clients) client[Symbol.dispose]()
  for (const server of servers) await server.stop()
  await checkBook(database.url, found)
  const told = servers.flatMap((server) => server.output().match(/.*deadlock detected.*/g) ?? [])
  const broken = await brokenInvariants(database.url)
  blameEach(found, 'crashed', [...ground.strange, ...told, ...broken])
  for (const server of others) await server[Symbol.asyncDispose]()
  return found
}

drill({
  row: 'refund-crowd',
  what: 'fifty refunds of 3.00 at once of each payment of 100.00, by two processes on PostgreSQL: exactly 33 are taken, the others refused, nobody sees a deadlock',
  quick: 8,
  full: 2000,
  run: (count) => crowds(count),
  selfTest: () => crowds(2, 'doubled-refunds'),
})
