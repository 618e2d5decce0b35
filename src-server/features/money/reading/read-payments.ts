import { inTransaction, type World } from '#server/core/context.ts'
import { earliestId } from '#server/shared/id.ts'
import { findAccountById, lockBalanceAccount, updateBalanceAccount } from '../balance.queries.ts'
import type { CallLimit } from './call-limit.ts'
import { linkEntries } from './link-entries.ts'
import type { Reader } from './read-processor.ts'
import { storeEntries } from './store-entries.ts'
import { listChargedPayments, listPaymentsById } from './unread-payments.queries.ts'

/** Payments that one step examines. */
const PAYMENTS_PER_STEP = 500
/** Steps of one lease. */
const STEPS_PER_LEASE = 10
/** Calls that reading one payment needs at most. */
const CALLS_PER_PAYMENT = 2
/** Age at which a new payment is first read: it usually has its outcome by then. */
const READ_AFTER_MS = 60_000
/** A payment may succeed weeks after it was made, and is then found by examining this period again. */
const EXAMINED_AGAIN_MS = 30 * 86_400_000

/** At processors other than the sandbox, `refundPosition` is the id of the last payment that was examined again. */
type PositionColumn = 'paymentPosition' | 'refundPosition'

/**
 * Reads the charges of Incasso's payments one by one, at a processor that lists entries hours later, or not at all when
 * the account's key lacks the permission. New payments come first; then payments of the last month are examined again.
 * Returns whether all new payments were read.
 */
export async function readPayments(
  world: World,
  reader: Reader,
  limit: CallLimit,
): Promise<boolean> {
  let hasAll = false
  for (let step = 0; step < STEPS_PER_LEASE && !hasAll; step++) {
    if (!limit.has(CALLS_PER_PAYMENT)) return false
    hasAll = await readStep(world, reader, { limit, column: 'paymentPosition' })
  }
  if (!hasAll) return false
  if (await readStep(world, reader, { limit, column: 'refundPosition' })) {
    const from = earliestId('txn', world.now() - EXAMINED_AGAIN_MS)
    await updateBalanceAccount(world.db, reader.account, { refundPosition: from })
  }
  return true
}

/**
 * Examines the next payments and reads the entries of payments that have none. Returns whether the last payment was
 * examined.
 */
async function readStep(
  world: World,
  reader: Reader,
  { limit, column }: { limit: CallLimit; column: PositionColumn },
): Promise<boolean> {
  const { merchantId } = reader.account
  const account = await findAccountById(world.db, reader.account)
  const payments = await listPaymentsById(world.db, {
    merchantId,
    after: account[column] ?? '',
    before: earliestId('txn', world.now() - READ_AFTER_MS),
    limit: PAYMENTS_PER_STEP,
  })
  const candidates = payments.filter(
    ({ processorAccountId, status }) =>
      processorAccountId === account.accountId && status === 'success',
  )
  const charged = await listChargedPayments(world.db, {
    merchantId,
    ids: candidates.map(({ id }) => id),
  })
  for (const { id, processorRef } of candidates) {
    if (charged.has(id) || !processorRef) continue
    if (!limit.has(CALLS_PER_PAYMENT)) return false
    limit.take(CALLS_PER_PAYMENT)
    await readPayment(world, reader, { ref: processorRef, position: { [column]: id } })
  }
  const last = payments.at(-1)?.id
  if (last !== undefined) await updateBalanceAccount(world.db, account, { [column]: last })
  return payments.length < PAYMENTS_PER_STEP
}

async function readPayment(
  world: World,
  { account, money, secretKey }: Reader,
  { ref, position }: { ref: string; position: Partial<Record<PositionColumn, string>> },
): Promise<void> {
  const entries = await money.readPaymentEntries?.(secretKey, ref)
  await inTransaction(world, async (inner) => {
    const locked = await lockBalanceAccount(inner, account)
    await storeEntries(inner, locked, await linkEntries(inner, locked, entries ?? []))
    await updateBalanceAccount(inner.db, locked, position)
  })
}
