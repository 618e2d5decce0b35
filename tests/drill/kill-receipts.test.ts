import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { vi } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { blame, blameEach, drill, type Tally, tally } from '../support/drill.ts'
import { type Acceptance, startFailingMailServer } from '../support/failing-mail-server.ts'
import {
  FlowClient,
  startFlows,
  waitForEvents,
  yieldToEventLoop,
} from '../support/flows/flow-client.ts'
import { Owner } from '../support/flows/owner.ts'
import { PaidLinks } from '../support/flows/paid-links.ts'
import { createKeepAliveClient } from '../support/keep-alive.ts'
import { type KillableServer, startKillableServer } from '../support/killable-server.ts'
import { findBrokenInvariants } from '../support/ledger.ts'

const CONNECTIONS = 16
const MAX_TICKS_LOG2 = 9
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

async function assertNoneWaiting(db: Db): Promise<void> {
  const rows = await db.selectFrom('mails').where('status', '=', 'waiting').select('id').execute()
  if (rows.length > 0) throw new Error(`${rows.length} mails wait`)
}

type MailLog = { accepted: readonly Acceptance[]; killedAt: readonly number[] }

/**
 * Checks that each success has one delivered receipt, and each failure has none. A mail is sent again under its
 * Message-ID if its response was lost or its sender was killed. No other mail may be accepted twice.
 */
async function checkReceipts(db: Db, { accepted, killedAt }: MailLog, found: Tally): Promise<void> {
  const paid = await db
    .selectFrom('transactions')
    .where('linkId', 'is not', null)
    .selectAll()
    .execute()
  const refunds = await db.selectFrom('refunds').selectAll().execute()
  const mails = await db.selectFrom('mails').selectAll().execute()
  const acceptances = new Map<string, Acceptance[]>()
  for (const each of accepted) {
    acceptances.set(each.messageId, [...(acceptances.get(each.messageId) ?? []), each])
  }
  const checkMails = (kind: string, { id, status }: { id: string; status: string }) => {
    const ownMails = mails.filter((mail) => mail.kind === kind && mail.objectId === id)
    const description = `${kind} of ${id}, which is ${status}`
    if (status !== 'success') {
      if (ownMails.length > 0) blame(found, 'doubled', `a ${description}`)
      return
    }
    if (ownMails.length > 1) blame(found, 'doubled', `${ownMails.length} times the ${description}`)
    const arrived = ownMails.filter((mail) => mail.status === 'sent' && acceptances.has(mail.id))
    if (arrived.length === 0) blame(found, 'lost', `no ${description}`)
  }
  for (const row of paid) checkMails('payment_receipt', row)
  // Skips refunds that succeed first and fail later: their receipt was sent by then, perhaps with a correction.
  for (const row of refunds) if (row.amount % 100 !== 9) checkMails('refund_receipt', row)
  let repeatCount = 0
  for (const [id, each] of acceptances) {
    for (const { at, isConfirmed } of each.slice(0, -1)) {
      repeatCount += 1
      const isNearKill = killedAt.some((kill) => kill >= at - 50 && kill - at < RECORDED_WITHIN_MS)
      if (isConfirmed && !isNearKill) blame(found, 'doubled', `mail ${id} was accepted again`)
    }
  }
  const succeeded = [...paid, ...refunds].filter(({ status }) => status === 'success').length
  found.notes.push(
    `${paid.length} payments and ${refunds.length} refunds, ${succeeded} of which succeeded`,
    `${accepted.length} mails accepted, ${repeatCount} of them again under their Message-ID, after a lost answer or a kill`,
  )
  if (succeeded === 0) blame(found, 'crashed', 'nothing succeeded')
}

async function runKills(count: number, fault?: string): Promise<Tally> {
  await using mails = await startFailingMailServer()
  const environment: Record<string, string> = {
    SANDBOX_SETTLEMENT_MS: '300',
    TRUST_PROXY: '127.0.0.1',
  }
  await using server = await startKillableServer(environment, fault === undefined ? {} : { fault })
  using client = createKeepAliveClient(server.url, CONNECTIONS)
  const flowClient = new FlowClient(server, client)
  const owner = await Owner.of(flowClient, 'shop@example.com')
  await server.stop()
  // In test mode receipts go only to members with verified e-mail addresses.
  await inDatabase(server, (db) => sql`update auth_users set email_verified = true`.execute(db))
  Object.assign(environment, mails.environment)
  await server.start()

  const links = new PaidLinks(flowClient, owner, { server, client })
  const running = startFlows(flowClient, [links])
  const killedAt: number[] = []
  while (killedAt.length < count) {
    await waitForEvents(flowClient, links.name, randomInt(30, 90))
    for (let ticks = randomInt(2 ** randomInt(1, MAX_TICKS_LOG2)); ticks > 0; ticks--)
      await yieldToEventLoop()
    await server.kill()
    killedAt.push(performance.now())
    await server.start()
  }
  await running.stop()
  const found = tally({
    tried: killedAt.length,
    notes: [
      `acknowledged: ${flowClient.acknowledged.get(links.name) ?? 0} payments by links, refunds and new links`,
    ],
  })
  await inDatabase(server, links.check).catch((error: Error) => flowClient.lost.push(error.message))
  mails.recover()
  await server.kill()
  killedAt.push(performance.now())
  await inDatabase(server, makeDue)
  await server.start()
  await inDatabase(server, (db) =>
    vi.waitFor(() => assertNoneWaiting(db), { timeout: SENT_WITHIN_MS, interval: 250 }),
  ).catch((error: Error) => flowClient.lost.push(error.message))
  await server.stop()
  await inDatabase(server, (db) => checkReceipts(db, { accepted: mails.accepted, killedAt }, found))
  const { lost, doubled, strange } = flowClient
  blameEach(found, 'lost', lost)
  blameEach(found, 'doubled', doubled)
  blameEach(found, 'crashed', [...(await findBrokenInvariants(server.databaseUrl)), ...strange])
  return found
}

drill({
  row: 'kill-receipts',
  what: 'kill -9 while customers pay by links and get money back, with a mail server that refuses, hangs and loses its answers: one receipt for each that succeeded, none for the others, and links count their payments',
  quick: 6,
  full: 300,
  run: (count) => runKills(count),
  selfTest: () => runKills(1, 'lost-receipts'),
})
