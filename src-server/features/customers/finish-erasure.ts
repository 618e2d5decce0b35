import type { TransactionRow } from '#db/tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import { type HasTime, runInSlices } from '#server/core/work/time-slices.ts'
import {
  listResponsesAbout,
  replaceResponse,
} from '#server/services/idempotency/idempotency.queries.ts'
import { deleteMailsTo } from '#server/services/mail/mails.queries.ts'
import { eraseFromEvents, eraseFromListeners } from '#server/services/outbox/erase-from-events.ts'
import { putSearchTexts } from '#server/services/search/search.queries.ts'
import {
  fold,
  partsOfDispute,
  partsOfPayment,
  partsOfRefund,
  searchTextOf,
} from '#server/services/search/search.rules.ts'
import { indexStaleTexts, mergeSegments } from '#server/services/search/trigram-index.queries.ts'
import { erasePerson, type NamedPerson } from '#server/shared/text/erase-from.ts'
import { lockMerchantRow } from '../merchants/merchants.queries.ts'
import { endErasing, findErasure } from './customers.queries.ts'
import { erasedPerson, nameColumnsOf } from './customers.rules.ts'
import { deleteEvidence, renameDisputes } from './erased-disputes.queries.ts'
import {
  listPaymentsOf,
  type PaymentPosition,
  removeReferences,
  renamePayments,
} from './erased-payments.queries.ts'
import { renameRefunds } from './erased-refunds.queries.ts'

type Where = { merchantId: string; id: string }

/** Rows changed before the time left for the current transaction is checked again. */
const BATCH = 10

/** Erasures that run in this process: a second call for the same customer waits for the first. */
const running = new Map<string, Promise<boolean>>()

/**
 * Removes an erased customer's name from all data stored before. Resolves to true when nothing is left; false when the
 * process ends first.
 */
export function finishErasure(world: World, where: Where, signal?: AbortSignal): Promise<boolean> {
  const customerKey = `${where.merchantId} ${where.id}`
  const existing = running.get(customerKey)
  if (existing) return existing
  const run = eraseInSlices(world, where, signal).finally(() => running.delete(customerKey))
  running.set(customerKey, run)
  return run
}

async function eraseInSlices(world: World, where: Where, signal?: AbortSignal): Promise<boolean> {
  const state = await findErasure(world.db, world.dialect, where)
  if (!state?.erasingSince) return true
  let paymentPosition: PaymentPosition | undefined = { createdAt: '', id: '' }
  let lastEventId: string | undefined = ''
  let hasRelatedData = true
  let hasMails = true
  return runInSlices(
    async (hasTime) => {
      // Positions advance only after a commit, since a transaction may be run again from its beginning.
      if (paymentPosition) {
        const from: PaymentPosition = paymentPosition
        paymentPosition = await inTransaction(world, (inner) =>
          eraseSomePayments(inner, where, from, hasTime),
        )
        return false
      }
      if (lastEventId !== undefined) {
        const from: string = lastEventId
        lastEventId = await inTransaction(world, (inner) =>
          eraseSomeEvents(inner, where, from, hasTime),
        )
        return false
      }
      if (hasRelatedData) {
        hasRelatedData = await inTransaction(world, (inner) =>
          eraseSomeRelated(inner, where, hasTime),
        )
        return false
      }
      if (hasMails) {
        hasMails = await inTransaction(world, (inner) => eraseSomeMails(inner, where, hasTime))
        return false
      }
      await endErasing(world.db, where)
      return true
    },
    { signal },
  )
}

/** Erases the name from some payments. Returns the position to continue from; undefined when no payment is left. */
async function eraseSomePayments(
  inner: World,
  { merchantId, id }: Where,
  from: PaymentPosition,
  hasTime: HasTime,
): Promise<PaymentPosition | undefined> {
  const person = erasedPerson(id)
  await lockMerchantRow(inner.db, { dialect: inner.dialect, merchantId, hold: 'settings' })
  // The first slice also erases the name from responses about the customer itself.
  if (from.id === '') await eraseFromResponses(inner, { merchantId, objectIds: [id] }, person)
  // Merges what the last slice added to the search index, before adding more.
  if (inner.dialect === 'sqlite' && !(await mergeSegments(inner.db, hasTime))) return from
  let after = from
  while (hasTime()) {
    const rows = await listPaymentsOf(inner.db, { merchantId, id, after, limit: BATCH })
    const last = rows.at(-1)
    if (!last) return undefined
    const ids = rows.map((row) => row.id).toSorted()
    await renamePayments(inner.db, { merchantId, ids }, person)
    const idsWithName = rows.filter(namesItsCustomer).map((row) => row.id)
    if (idsWithName.length > 0) {
      await removeReferences(inner.db, { merchantId, ids: idsWithName })
    }
    for (const row of rows) {
      const orderReference = namesItsCustomer(row) ? null : (row.orderReference ?? null)
      const texts = { description: null, metadata: null, orderReference }
      const erased = { ...row, ...nameColumnsOf(person), ...texts }
      const text = searchTextOf(partsOfPayment(erased))
      await putSearchTexts(inner.db, [{ merchantId, kind: 'transaction', objectId: row.id, text }])
    }
    for (const { onPaymentsErased } of inner.consequences) {
      await onPaymentsErased?.(inner.db, { merchantId, transactionIds: ids })
    }
    await eraseFromDisputes(inner, { merchantId, transactionIds: ids }, person)
    await eraseFromRefunds(inner, { merchantId, transactionIds: ids }, person)
    // Indexes the new texts at once: every search reads all texts that wait for indexing.
    if (inner.dialect === 'sqlite') await indexStaleTexts(inner.db)
    await eraseFromResponses(inner, { merchantId, objectIds: ids }, person)
    after = { createdAt: last.createdAt, id: last.id }
  }
  return after
}

/** Returns true for a payment whose order reference contains the name or the e-mail address of its customer. */
function namesItsCustomer(row: TransactionRow): boolean {
  const reference = fold(row.orderReference ?? '')
  return [row.customerName, row.customerEmail].some((text) => reference.includes(fold(text)))
}

/** Replaces the name in the payments' refunds and in the texts by which a search finds the refunds. */
async function eraseFromRefunds(
  inner: World,
  where: { merchantId: string; transactionIds: string[] },
  person: NamedPerson,
): Promise<void> {
  const refunds = await renameRefunds(inner.db, where, nameColumnsOf(person))
  for (const row of refunds) {
    const { merchantId, id: objectId } = row
    const text = searchTextOf(partsOfRefund(row))
    await putSearchTexts(inner.db, [{ merchantId, kind: 'refund', objectId, text }])
  }
  if (refunds.length === 0) return
  const objectIds = refunds.map(({ id }) => id).toSorted()
  await eraseFromResponses(inner, { merchantId: where.merchantId, objectIds }, person)
}

/** Replaces the name in the payments' disputes, and deletes the data about the customer in their evidence. */
async function eraseFromDisputes(
  inner: World,
  where: { merchantId: string; transactionIds: string[] },
  person: NamedPerson,
): Promise<void> {
  const { merchantId } = where
  const disputes = await renameDisputes(inner.db, where, nameColumnsOf(person))
  for (const row of disputes) {
    const text = searchTextOf(partsOfDispute(row))
    await putSearchTexts(inner.db, [{ merchantId, kind: 'dispute', objectId: row.id, text }])
  }
  const disputeIds = disputes.map(({ id }) => id)
  if (disputeIds.length > 0) await deleteEvidence(inner.db, { merchantId, disputeIds })
}

/** Erases the name from some webhook events. Returns the id to continue from; undefined when no event is left. */
async function eraseSomeEvents(
  inner: World,
  { merchantId, id }: Where,
  from: string,
  hasTime: HasTime,
): Promise<string | undefined> {
  const { db, dialect } = inner
  await lockMerchantRow(db, { dialect, merchantId, hold: 'settings' })
  let after = from
  while (hasTime()) {
    const scope = { merchantId, customerId: id, after, limit: BATCH }
    const last = await eraseFromEvents(inner, scope, erasedPerson(id))
    if (last === undefined) {
      await eraseFromListeners(db, { merchantId, customerId: id }, erasedPerson(id))
      return undefined
    }
    after = last
  }
  return after
}

/** Removes the customer's data that other features store. Returns true when more is left. */
async function eraseSomeRelated(
  { db, consequences }: World,
  { merchantId, id: customerId }: Where,
  hasTime: HasTime,
): Promise<boolean> {
  const scope = { merchantId, customerId, limit: BATCH }
  for (const { onCustomerErased } of consequences) {
    if (!onCustomerErased) continue
    while ((await onCustomerErased(db, scope)) === BATCH) if (!hasTime()) return true
  }
  return false
}

/** Deletes some mails to the customer, including their recipients. Returns true when more are left. */
async function eraseSomeMails(
  { db }: World,
  { merchantId, id: customerId }: Where,
  hasTime: HasTime,
): Promise<boolean> {
  while (hasTime()) {
    const scope = { merchantId, customerId, limit: BATCH }
    if ((await deleteMailsTo(db, scope)) < BATCH) return false
  }
  return true
}

/**
 * Replaces the name and e-mail address in the responses stored for repeated requests. A retry after the erasure gets
 * the first response, except for these two.
 */
async function eraseFromResponses(
  { db }: World,
  where: { merchantId: string; objectIds: string[] },
  person: NamedPerson,
): Promise<void> {
  for (const { merchantId, key, body } of await listResponsesAbout(db, where)) {
    if (body === null) continue
    const response: Record<string, unknown> = JSON.parse(body)
    erasePerson(response, person)
    await replaceResponse(db, { merchantId, key }, JSON.stringify(response))
  }
}
