import type { Db, TransactionRow } from '#db/tables.ts'
import type { StoringWorld } from '#server/core/context.ts'
import type { OrderOutcome, PaymentOrder } from '#server/core/ports/payment-store.ts'
import { listReferencedPayments } from './order-references.queries.ts'

type ReferencedRow = Pick<TransactionRow, 'merchantId' | 'orderReference'>

/** An order whose reference an earlier order in its group, `first`, has too. */
export type Repetition = { order: PaymentOrder; first: PaymentOrder }

/**
 * Thrown when another process has stored a payment with the same reference since the references were read. The code of
 * a serialization failure makes the whole transaction run again, and the second run finds that payment.
 */
class ReferenceRaceError extends Error {
  readonly code = '40001'
}

const nameOf = ({ merchantId, orderReference }: ReferencedRow): string =>
  `${merchantId} ${orderReference}`

/** Returns the stored payments with the references of these rows, by one statement for each merchant. */
async function findReferenced(db: Db, rows: readonly ReferencedRow[]): Promise<TransactionRow[]> {
  const referencesByMerchant = new Map<string, Set<string>>()
  for (const { merchantId, orderReference } of rows) {
    if (!orderReference) continue
    const references = referencesByMerchant.get(merchantId) ?? new Set()
    referencesByMerchant.set(merchantId, references.add(orderReference))
  }
  const payments: TransactionRow[] = []
  for (const [merchantId, references] of referencesByMerchant) {
    payments.push(
      ...(await listReferencedPayments(db, { merchantId, references: [...references] })),
    )
  }
  return payments
}

/**
 * Sets the outcomes of orders whose reference a stored payment has already. Returns the orders that repeat the
 * reference of an earlier order in this group. An earlier order that failed does not count: its reference stays free.
 */
export async function findRepetitions(
  { db }: StoringWorld,
  orders: readonly PaymentOrder[],
  outcomes: Map<PaymentOrder, OrderOutcome>,
): Promise<Repetition[]> {
  const referenced = orders.filter(({ orderReference }) => orderReference)
  const stored = new Map((await findReferenced(db, referenced)).map((row) => [nameOf(row), row]))
  const firstByName = new Map<string, PaymentOrder>()
  const repetitions: Repetition[] = []
  for (const order of referenced) {
    const payment = stored.get(nameOf(order))
    const first = firstByName.get(nameOf(order))
    if (payment) outcomes.set(order, { is: 'reference taken', payment })
    else if (first) repetitions.push({ order, first })
    else if (order.status !== 'failed') firstByName.set(nameOf(order), order)
  }
  return repetitions
}

/** Sorts rows by their reference, so that two processes that store the same references cannot deadlock. */
export const sortByOrderReference = (rows: readonly TransactionRow[]): TransactionRow[] =>
  rows.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))

/** Throws when another process has stored a payment with the reference of one of these rows. */
export async function assertOrderReferencesFree(
  { db }: Pick<StoringWorld, 'db'>,
  rows: readonly TransactionRow[],
): Promise<void> {
  const taken = await findReferenced(db, rows)
  if (taken.length > 0) throw new ReferenceRaceError('another process stored the same reference')
}
