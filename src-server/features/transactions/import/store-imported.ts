import type { TransactionRow } from '#db/tables.ts'
import type { StoringWorld } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import type { PastPayment } from '#server/core/ports/account-access.ts'
import { type CalendarPosition, runOnStored } from '#server/core/ports/payment-consequence.ts'
import { erasedPerson, nameColumnsOf } from '#server/features/customers/customers.rules.ts'
import { findOrStoreCustomers } from '#server/features/customers/find-or-store-customers.ts'
import { insertProcessorEvents } from '#server/features/processor-accounts/processor-events.queries.ts'
import { positionColumns, positionsOfPayment } from '#server/services/rollups/calendar-positions.ts'
import { toIso } from '#server/shared/day.ts'
import { insertPayments } from '../store/insert-payments.ts'
import { columnsOfMethod } from '../used-method.rules.ts'
import { findImportedRefs, insertImported } from './imported-payments.queries.ts'

/** Actor of an import in a payment's history. */
const IMPORT = 'import'

type ImportTarget = { merchant: ActingMerchant; account: { id: string; processor: string } }

/** A payment to be stored, with its data from the processor. */
type Draft = { row: TransactionRow; positions: CalendarPosition[]; past: PastPayment }

/**
 * Stores payments that were made without Incasso and are not stored yet, with all consequences of a payment. Sends no
 * notifications, because the payments are not new. Call it in a transaction that has locked the merchant and the
 * account. Returns the number of stored payments.
 */
export async function storeImported(
  world: StoringWorld,
  target: ImportTarget,
  payments: readonly PastPayment[],
): Promise<number> {
  const { db } = world
  const { merchant, account } = target
  const merchantId = merchant.id
  const importedRefs = await findImportedRefs(db, {
    merchantId,
    refs: payments.map(({ ref }) => ref),
  })
  const drafts = await makeRows(
    world,
    target,
    payments.filter(({ ref }) => !importedRefs.has(ref)),
  )
  const rows = await insertPayments(
    world,
    drafts.map(({ row }) => row),
  )
  const stored = drafts.map(({ row: drafted, positions }, at) => ({
    row: rows[at] ?? drafted,
    positions,
    actor: IMPORT,
    outcomeActor: IMPORT,
    order: null,
  }))
  await runOnStored(world, stored, [
    (inner) =>
      insertImported(
        inner.db,
        drafts.map(({ row, past }) => ({
          merchantId,
          accountId: account.id,
          ref: past.ref,
          transactionId: row.id,
        })),
      ),
  ])
  await queueFollowUps(world, target, drafts)
  return drafts.length
}

async function makeRows(
  world: StoringWorld,
  { merchant, account }: ImportTarget,
  payments: readonly PastPayment[],
): Promise<Draft[]> {
  const importedAt = toIso(world.now())
  const payerOf = ({ name, email }: PastPayment) => ({ merchant, name, email })
  const customerOf = await findOrStoreCustomers(world, payments.map(payerOf), {
    isPublished: false,
  })
  return payments.map((past) => {
    const customer = customerOf(payerOf(past))
    const at = { id: past.ownId ?? world.newId('txn'), createdAt: toIso(past.atMs) }
    const positions = positionsOfPayment(merchant, at)
    const isErased = customer.erasedAt !== null
    const row: TransactionRow = {
      ...at,
      merchantId: merchant.id,
      transactionId: world.newReference(),
      customerId: customer.id,
      // The customer may be erased: a past payment can have the placeholder e-mail address of an erased customer.
      ...nameColumnsOf(isErased ? erasedPerson(customer.id) : past),
      amount: past.amount,
      currency: past.currency,
      paymentMethod: past.paymentMethod,
      ...(past.method && columnsOfMethod(past.method)),
      ...(isErased && { methodLast4: null }),
      description: isErased ? null : past.description,
      ...outcomeOf(past),
      ...positionColumns(positions),
      processor: account.processor,
      processorAccountId: account.id,
      processorRef: past.ref,
      nextCheckAt: null,
      updatedAt: importedAt,
      settledAt: at.createdAt,
      importedAt,
    }
    return { row, positions, past }
  })
}

const outcomeOf = ({ failureReason }: PastPayment) =>
  failureReason === null
    ? ({ status: 'success', stage: 'succeeded', failureReason } as const)
    : ({ status: 'failed', stage: 'failed', failureReason } as const)

/** Queues the reading of refunds and disputes, which the imported payments themselves do not contain. */
async function queueFollowUps(
  { db, now }: StoringWorld,
  { merchant, account }: ImportTarget,
  drafts: readonly Draft[],
): Promise<void> {
  const at = toIso(now())
  const events = drafts
    .filter(({ past }) => past.hasMoreToRead)
    .map(({ row, past }) => ({
      merchantId: merchant.id,
      accountId: account.id,
      ref: `import:${past.ref}`,
      type: 'payment.imported',
      objectRef: past.ref,
      subject: row.id,
      createdAt: at,
      dueAt: at,
    }))
  if (events.length > 0) await insertProcessorEvents(db, events)
}
