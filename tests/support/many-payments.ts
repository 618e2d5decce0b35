import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { openDatabase, sqliteFile } from '#db/database.ts'
import type { Database, TransactionRow } from '#db/tables.ts'
import { insertInBatches } from '#server/features/demo/demo.queries.ts'
import {
  insertBalanceAccount,
  listBalanceAccounts,
} from '#server/features/money/balance.queries.ts'
import { storeEntries } from '#server/features/money/reading/store-entries.ts'
import { entriesOfPayment } from '#server/features/money/sandbox/sandbox-entries.rules.ts'
import { sumAll } from '#server/services/rollups/sum-all.queries.ts'
import { partsOfPayment, searchTextOf } from '#server/services/search/search.rules.ts'
import { localMoment, toIso } from '#server/shared/day.ts'
import { idMaker } from '#server/shared/id.ts'

const BATCH_SIZE = 5000
const newId = idMaker(Date.now, randomBytes)
const MINUTE_MS = 60_000
const OLD_MS = 40 * 86_400_000
/** Expired idempotency keys, and old webhook events, for each payment: an arbitrary share that gives pruning work. */
const PRUNABLE_ROWS_PER_PAYMENT = 0.36
const statuses = ['success', 'success', 'success', 'failed'] as const

/**
 * Copies the only payment of the only merchant that has one, until there are `count`. A tenth of the copies keep its
 * customer; a few new customers share the other payments. Adds expired idempotency keys and delivered events that are
 * due for pruning. No server may run on the database meanwhile.
 */
export async function fillMerchant(
  databaseUrl: string,
  count: number,
): Promise<{ customerId: string }> {
  const { db, dialect, close } = openDatabase({ url: databaseUrl })
  try {
    if (dialect === 'sqlite') await sql`pragma synchronous = off`.execute(db)
    const first = await db.selectFrom('transactions').selectAll().executeTakeFirstOrThrow()
    const merchant = await db
      .selectFrom('merchants')
      .selectAll()
      .where('id', '=', first.merchantId)
      .executeTakeFirstOrThrow()
    const owners = await copyCustomer(db, first)
    for (let from = 1; from < count; from += BATCH_SIZE) {
      const to = Math.min(count, from + BATCH_SIZE)
      const rows = Array.from({ length: to - from }, (_, at) => copyOf(first, owners, from + at))
      await db.transaction().execute((trx) => storePayments(trx, rows))
    }
    const oldCount = Math.floor(count * PRUNABLE_ROWS_PER_PAYMENT)
    for (let from = 0; from < oldCount; from += BATCH_SIZE) {
      const numbers = Array.from(
        { length: Math.min(BATCH_SIZE, oldCount - from) },
        (_, at) => from + at,
      )
      await db.transaction().execute((trx) => storePrunable(trx, first.merchantId, numbers))
    }
    await db.transaction().execute((trx) => sumAll({ db: trx, dialect }, merchant))
    // A PostgreSQL in use collects statistics by itself. SQLite has none unless a statement requests them.
    if (dialect === 'postgres') await sql`analyze`.execute(db)
    return { customerId: first.customerId }
  } finally {
    await close()
    if (dialect === 'sqlite') syncNow(sqliteFile(databaseUrl))
  }
}

/**
 * Adds the balance of the only merchant that has payments, and an entry for each payment that succeeded, as the job that
 * reads balances does. No server may run on the database meanwhile.
 */
export async function fillEntries(databaseUrl: string): Promise<void> {
  const { db, dialect, close } = openDatabase({ url: databaseUrl })
  try {
    if (dialect === 'sqlite') await sql`pragma synchronous = off`.execute(db)
    const payments = () =>
      db.selectFrom('transactions').selectAll().orderBy('createdAt').orderBy('id')
    const { merchantId, createdAt, id } = await db
      .selectFrom('transactions')
      .selectAll()
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await insertBalanceAccount(db, {
      merchantId,
      id: newId('bal'),
      processor: 'sandbox',
      accountKey: '',
      accountId: null,
      paymentPosition: `${createdAt} ${id}`,
      dueAt: null,
      createdAt,
    })
    const [account] = await listBalanceAccounts(db, { merchantId })
    if (!account) throw new Error('the merchant has no balance')
    for (let from = 0; ; from += BATCH_SIZE) {
      const rows = await payments().limit(BATCH_SIZE).offset(from).execute()
      if (rows.length === 0) break
      const entries = rows.flatMap((row) => entriesOfPayment(row, 0).entries)
      await db.transaction().execute((trx) => {
        const world = { db: trx, dialect, now: Date.now, newId, publishChange: () => undefined }
        return storeEntries(world, account, entries)
      })
    }
    if (dialect === 'postgres') await sql`analyze`.execute(db)
  } finally {
    await close()
    if (dialect === 'sqlite') syncNow(sqliteFile(databaseUrl))
  }
}

/** Syncs the file now, because otherwise the server's first commit would wait for all these rows. */
function syncNow(file: string): void {
  const handle = openSync(file, 'r+')
  fsyncSync(handle)
  closeSync(handle)
}

type Owner = { id: string; name: string; email: string }

async function copyCustomer(db: Kysely<Database>, { merchantId, customerId }: TransactionRow) {
  const original = await db
    .selectFrom('customers')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  const copies = Array.from({ length: 9 }, (_, n) => ({
    ...original,
    id: `${original.id.slice(0, -1)}${n === Number(original.id.at(-1)) ? 'x' : n}`,
    email: `payer${n}@example.com`,
    emailKey: `payer${n}@example.com`,
  }))
  await insertInBatches(db, 'customers', copies)
  await insertInBatches(
    db,
    'searchTexts',
    copies.map(({ id, name, email }) => ({
      merchantId,
      kind: 'customer' as const,
      objectId: id,
      text: searchTextOf([id, name, email]),
    })),
  )
  return [original, ...copies] satisfies Owner[]
}

function copyOf(first: TransactionRow, owners: Owner[], n: number): TransactionRow {
  const atMs = Date.parse(first.createdAt) - n * MINUTE_MS
  const at = toIso(atMs)
  const { day, weekday, slot } = localMoment(atMs, 'UTC')
  const status = statuses[n % statuses.length] ?? 'success'
  const owner = owners[n % owners.length]
  if (!owner) throw new Error('a payment has no customer')
  return {
    ...first,
    day,
    weekday,
    slot,
    id: `${first.id.slice(0, -8)}${String(n).padStart(8, '0')}`,
    transactionId: `TXN-${String(n).padStart(10, '0')}`,
    customerId: owner.id,
    customerName: owner.name,
    customerEmail: owner.email,
    amount: 100 + (n % 9000),
    status,
    stage: status === 'failed' ? 'failed' : 'succeeded',
    failureReason: status === 'failed' ? 'card_declined' : null,
    createdAt: at,
    updatedAt: at,
    settledAt: at,
  }
}

async function storePayments(db: Kysely<Database>, rows: TransactionRow[]): Promise<void> {
  await insertInBatches(db, 'transactions', rows)
  await insertInBatches(
    db,
    'transactionEvents',
    rows.flatMap(({ merchantId, id, createdAt: at, status, failureReason: reason }) => {
      const event = { merchantId, transactionId: id, at, actor: 'processor:sandbox' }
      return [
        {
          ...event,
          sequence: 1,
          type: 'created' as const,
          status: 'pending' as const,
          reason: null,
        },
        { ...event, sequence: 2, type: 'status_changed' as const, status, reason },
      ]
    }),
  )
  await insertInBatches(
    db,
    'searchTexts',
    rows.map((row) => ({
      merchantId: row.merchantId,
      kind: 'transaction' as const,
      objectId: row.id,
      text: searchTextOf(partsOfPayment(row)),
    })),
  )
}

/** Stores kept refusals and delivered test events, all old enough to be pruned. */
async function storePrunable(db: Kysely<Database>, merchantId: string, numbers: number[]) {
  const createdAt = toIso(Date.now() - OLD_MS)
  await insertInBatches(
    db,
    'idempotencyKeys',
    numbers.map((n) => ({
      merchantId,
      key: `old-${n}`,
      fingerprint: 'f'.repeat(64),
      objectId: null,
      status: 409,
      body: JSON.stringify({ detail: 'This was refused.', padding: 'x'.repeat(200) }),
      createdAt,
    })),
  )
  await insertInBatches(
    db,
    'webhookEvents',
    numbers.map((n) => ({
      merchantId,
      id: `evt_old${String(n).padStart(10, '0')}`,
      endpointId: '',
      eventType: 'integration.test',
      isTest: 1,
      objectId: null,
      customerId: null,
      payload: JSON.stringify({ padding: 'x'.repeat(400) }),
      status: 'success' as const,
      attempts: 1,
      nextAttemptAt: null,
      leasedUntil: null,
      createdAt,
    })),
  )
}
