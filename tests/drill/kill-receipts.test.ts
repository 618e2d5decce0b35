import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { vi } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { blame, blameEach, drill, type Tally, tally } from '../support/drill.ts'
import { type Acceptance, failingMailServer } from '../support/failing-mail-server.ts'
import { Ground, happenOn, nextTurn, startFlows } from '../support/flows/ground.ts'
import { Owner } from '../support/flows/owner.ts'
import { PaidLinks } from '../support/flows/paid-links.ts'
import { keepAlive } from '../support/keep-alive.ts'
import { type KillableServer, killableServer } from '../support/killable-server.ts'
import { brokenInvariants } from '../support/ledger.ts'

const CONNECTIONS = 16
const MOST_TURNS = 9
const SENT_WITHIN_MS = 120_000
/** Time within which the server records a mail server's response, unless a kill prevents it. */
const RECORDED_WITHIN_MS = 5000

type Db = ReturnType<typeof openDatabase>['db']

async function inDatabase<T>(server: KillableServer, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase({ url: server.databaseUrl })
  try {
    return await work(db)
  } finally {
    await close()
  }
}

/** Makes waiting mails due while the server is down, as if the time until the next attempt had passed. */
const makeDue = (db: Db) =>
  db
    .updateTable('mails')
    .set({ nextAttemptAt: '2026-01-01T00:00:00.000Z', leasedUntil: null })
    .where('status', '=', 'waiting')
    .execute()

async function noneWaiting(db: Db): Promise<void> {
  const rows = await db.selectFrom('mails').where('status', '=', 'waiting').select('id').execute()
  if (rows.length > 0) throw new Error(`${rows.length} mails wait`)
}

type Book = { accepted: readonly Acceptance[]; killedAt: readonly number[] }

/**
 * Checks that each success has one delivered receipt, and each failure has none. A mail is sent again under its
 * Message-ID if its response was lost or its sender was killed. No other mail may be accepted twice.
 */
async function checkReceipts(db: Db, { accepted, killedAt }: Book, found: Tally): Promise<void> {
  const paid = await db
    .selectFrom('transactions')
    .where('linkId', 'is not', null)
    .selectAll()
    .execute()
  const refunds = await db.selectFrom('refunds').selectAll().execute()
  const mails = await db.selectFrom('mails').selectAll().execute()
  const times = new Map<string, Acceptance[]>()
  for (const each of accepted) {
    times.set(each.messageId, [...(times.get(each.messageId) ?? []), each])
  }
  const look = (kind: string, { id, status }: { id: string; status: string }) => {
    const own = mails.filter((mail) => mail.kind === kind && mail.objectId === id)
    const about = `${kind} of ${id}, which is ${status}`
    if (status !== 'success') {
      if (own.length > 0) blame(found, 'doubled', `a ${about}`)
      return
    }
    if (own.length > 1) blame(found, 'doubled', `${own.length} times the ${about}`)
    const arrived = own.filter((mail) => mail.status === 'sent' && times.has(mail.id))
    if (arrived.length === 0) blame(found, 'lost', `no ${about}`)
  }
  for (const row of paid) look('payment_receipt', row)
  // Skips refunds that succeed first and fail later: their receipt was sent by then, perhaps with a correction.
  for (const row of refunds) if (row.amount % 100 !== 9) look('refund_receipt', row)
  let again = 0
  for (const [id, each] of times) {
    for (const { at, isAnswered } of each.slice(0, -1)) {
      again += 1
      const isCut = killedAt.some((kill) => kill >= at - 50 && kill - at < RECORDED_WITHIN_MS)
      if (isAnswered && !isCut) blame(found, 'doubled', `mail ${id} was accepted again`)
    }
  }
  const succeeded = [...paid, ...refunds].filter(({ status }) => status === 'success').length
  found.notes.push(
    `${paid.length} payments and ${refunds.length} refunds, ${succeeded} of which succeeded`,
    `${accepted.length} mails accepted, ${again} of them again under their Message-ID, after a lost answer or a kill`,
  )
  if (succeeded === 0) blame(found, 'crashed', 'nothing succeeded')
}

async function kills(count: number, fault?: string): Promise<Tally> {
  await using mails = await failingMailServer()
  const environment: Record<string, string> = {
    SANDBOX_SETTLEMENT_MS: '300',
    TRUST_PROXY: '127.0.0.1',
  }
  await using server = await killableServer(environment, fault === undefined ? {} : { fault })
  using client = keepAlive(server.url, CONNECTIONS)
  const ground = new Ground(server, client)
  const owner = await Owner.of(ground, 'shop@example.com')
  await server.stop()
  // In test mode receipts go only to members with verified e-mail addresses.
  await inDatabase(server, (db) => sql`update auth_users set email_verified = true`.execute(db))
  Object.assign(environment, mails.environment)
  await server.start()

  const links = new PaidLinks(ground, owner, { server, client })
  const running = startFlows(ground, [links])
  const killedAt: number[] = []
  while (killedAt.length < count) {
    await happenOn(ground, links.name, randomInt(30, 90))
    for (let turns = randomInt(2 ** randomInt(1, MOST_TURNS)); turns > 0; turns--) await nextTurn()
    await server.kill()
    killedAt.push(performance.now())
    await server.start()
  }
  await running.stop()
  const found = tally({
    tried: killedAt.length,
    notes: [
      `acknowledged: ${ground.acknowledged.get(links.name) ?? 0} payments by links, refunds and new links`,
    ],
  })
  await inDatabase(server, links.check).catch((error: Error) => ground.lost.push(error.message))
  mails.recover()
  await server.kill()
  killedAt.push(performance.now())
  await inDatabase(server, makeDue)
  await server.start()
  await inDatabase(server, (db) =>
    vi.waitFor(() => noneWaiting(db), { timeout: SENT_WITHIN_MS, interval: 250 }),
  ).catch((error: Error) => ground.lost.push(error.message))
  await server.stop()
  await inDatabase(server, (db) => checkReceipts(db, { accepted: mails.accepted, killedAt }, found))
  const { lost, doubled, strange } = ground
  blameEach(found, 'lost', lost)
  blameEach(found, 'doubled', doubled)
  blameEach(found, 'crashed', [...(await brokenInvariants(server.databaseUrl)), ...strange])
  return found
}

drill({
  row: 'kill-receipts',
  what: 'kill -9 while customers pay by links and get money back, with a mail server that refuses, hangs and loses its answers: one receipt for each that succeeded, none for the others, and links count their payments',
  quick: 6,
  full: 300,
  run: (count) => kills(count),
  selfTest: () => kills(1, 'lost-receipts'),
})
