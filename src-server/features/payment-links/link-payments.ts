import type { TransactionRow } from '#db/tables.ts'
import type { StoringWorld } from '#server/core/context.ts'
import type {
  LinkAnswer,
  OrderOfLink,
  PaidLine,
  PaymentOrder,
} from '#server/core/ports/payment-store.ts'
import { toIso } from '#server/shared/day.ts'
import { decimalFromMinor, type Minor } from '#server/shared/money/money.ts'
import type { PaidItem } from './link-choices.schema.ts'
import { countTakenUses, linkStatus } from './link-state.rules.ts'
import {
  addToLapsed,
  addToLinkCounts,
  findLink,
  findLinkAnswers,
  insertLinkAnswers,
  type LinkCountChange,
  lockLink,
  setLapsedAt,
} from './links.queries.ts'

type LinkOrder = Pick<PaymentOrder, 'merchantId' | 'status' | 'link'>

const linkKeyOf = ({ merchantId, link }: LinkOrder): string => `${merchantId} ${link?.id}`

/**
 * Returns the orders whose payment links take no further payment. An accepted order reserves a use at once: of fifty
 * orders for a single-use link, forty-nine are refused. Call it in a transaction that has locked the merchants, before
 * anything of the orders is stored.
 */
export async function findRefusedByLinks<O extends LinkOrder>(
  { db, dialect, now }: Pick<StoringWorld, 'db' | 'dialect' | 'now'>,
  orders: readonly O[],
): Promise<Set<O>> {
  const refused = new Set<O>()
  const linkOrders = orders.filter(({ link }) => link)
  // Links are locked in sorted order, so that two processes never wait for each other.
  for (const linkKey of [...new Set(linkOrders.map(linkKeyOf))].toSorted()) {
    const sameLinkOrders = linkOrders.filter((order) => linkKeyOf(order) === linkKey)
    const [{ merchantId, link } = { merchantId: '', link: null }] = sameLinkOrders
    const row = await lockLink(db, { dialect, merchantId, id: link?.id ?? '' })
    let payments = row?.payments ?? 0
    for (const order of sameLinkOrders) {
      if (!row || linkStatus({ ...row, payments }, toIso(now())) !== 'active') refused.add(order)
      // An order that has failed already reserves no use.
      else if (order.status !== 'failed') payments += 1
    }
  }
  return refused
}

type StoredLinkPayment = { row: TransactionRow; link: OrderOfLink }

/** Counts stored payments at their links, and stores their payers' answers. */
export async function countLinkPayments(
  { db }: Pick<StoringWorld, 'db'>,
  stored: readonly StoredLinkPayment[],
): Promise<void> {
  if (stored.length === 0) return
  const changes = new Map<string, { merchantId: string; id: string; change: LinkCountChange }>()
  for (const { row, link } of stored) {
    const { merchantId } = row
    const linkKey = `${merchantId} ${link.id}`
    const before = changes.get(linkKey)?.change ?? {
      payments: 0,
      paid: 0,
      failed: 0,
      paidAmount: 0,
    }
    const ended = endOf(row)
    changes.set(linkKey, {
      merchantId,
      id: link.id,
      change: {
        payments: before.payments + 1,
        paid: before.paid + ended.paid,
        failed: before.failed + ended.failed,
        paidAmount: before.paidAmount + ended.paidAmount,
      },
    })
  }
  for (const { change, ...where } of changes.values()) await addToLinkCounts(db, where, change)
  await insertLinkAnswers(
    db,
    stored.map(({ row, link: { id: linkId, formHash, language, answers, lines, tip } }) => ({
      merchantId: row.merchantId,
      transactionId: row.id,
      linkId,
      formHash,
      language,
      answers: JSON.stringify(answers),
      lines: lines.length > 0 ? JSON.stringify(lines) : null,
      tip: tip > 0 ? tip : null,
    })),
  )
}

const endOf = ({ status, amount }: Pick<TransactionRow, 'status' | 'amount'>) => ({
  paid: status === 'success' ? 1 : 0,
  failed: status === 'failed' ? 1 : 0,
  paidAmount: status === 'success' ? amount : 0,
})

type LinkTransaction = Pick<TransactionRow, 'merchantId' | 'id' | 'linkId' | 'status' | 'amount'>

/**
 * Releases the use of a payment that was not paid in time, unless the link is for one customer, whose payment may come
 * late. The caller has locked the link.
 */
export async function releaseUnpaidUse(
  { db, now }: Pick<StoringWorld, 'db' | 'now'>,
  { merchantId, id: transactionId, linkId }: LinkTransaction,
): Promise<void> {
  const link = linkId && (await findLink(db, { merchantId, id: linkId }))
  if (!link || link.customerId !== null) return
  const lapsedAt = toIso(now())
  if (await setLapsedAt(db, { merchantId, transactionId, lapsedAt })) await addToLapsed(db, link, 1)
}

/**
 * Lets a payment that was not paid in time reserve its link's use again, once the payment has ended. A late success
 * stays without a use when the link has none left. A failed payment has released its use already.
 */
async function restoreLapsedUse(
  db: StoringWorld['db'],
  { merchantId, id: transactionId, linkId, status }: LinkTransaction,
): Promise<void> {
  const link = linkId && (await findLink(db, { merchantId, id: linkId }))
  if (!link || link.lapsed === 0) return
  const isUsedUp = link.maxUses !== null && countTakenUses(link) >= link.maxUses
  if (status === 'success' && isUsedUp) return
  const wasLapsed = await setLapsedAt(db, { merchantId, transactionId, lapsedAt: null })
  if (wasLapsed) await addToLapsed(db, link, -1)
}

/**
 * Counts the end of a payment at its link. A failed payment no longer reserves a use. The caller has locked the link.
 */
export async function countLinkEnd(db: StoringWorld['db'], row: LinkTransaction): Promise<void> {
  if (!row.linkId || row.status === 'pending') return
  await addToLinkCounts(
    db,
    { merchantId: row.merchantId, id: row.linkId },
    { payments: 0, ...endOf(row) },
  )
  // Runs after the counts: they already release a failed payment's use, which must not be restored.
  await restoreLapsedUse(db, row)
}

/** Fields that the event of a link's payment has in addition to the payment. */
export type LinkFields = {
  paymentLink: { id: string; title: string }
  answers: LinkAnswer[]
}

/** Items and tip of a payment by link, as version 2 of the API and the dashboard show them. */
export type Purchase = { items: PaidItem[]; tip: string | null }

/** Returns the link, the payer's answers and choices for a payment's event; undefined without a link. */
export async function readLinkFields(
  db: StoringWorld['db'],
  { merchantId, id: transactionId, linkId }: LinkTransaction,
): Promise<{ fields: LinkFields; purchase: Purchase } | undefined> {
  if (!linkId) return undefined
  const link = await findLink(db, { merchantId, id: linkId })
  const answersRow = await findLinkAnswers(db, { merchantId, transactionId })
  if (!link) return undefined
  const fields = { paymentLink: { id: linkId, title: link.title }, answers: answersOf(answersRow) }
  return { fields, purchase: purchaseOf(answersRow) }
}

/** Returns a payer's answers; none once the customer is erased. */
export const answersOf = (answersRow: { answers: string | null } | undefined): LinkAnswer[] =>
  answersRow?.answers ? JSON.parse(answersRow.answers) : []

type ChosenColumns = { lines: string | null; tip: Minor | null }

/** Returns the quantities that a payer chose. They stay after an erasure: their titles are the merchant's. */
export const linesOf = (answersRow: ChosenColumns | undefined): PaidLine[] =>
  answersRow?.lines ? JSON.parse(answersRow.lines) : []

/** Quantities and tip of a payment; `tip` is 0 without one. */
export type ChosenLines = Pick<OrderOfLink, 'lines' | 'tip'>

export const chosenLinesIn = (answersRow: ChosenColumns | undefined): ChosenLines => ({
  lines: linesOf(answersRow),
  tip: answersRow?.tip ?? 0,
})

/** Returns the quantities and the tip of a payment, for its receipt. */
export const findChosenLines = async (
  { db }: Pick<StoringWorld, 'db'>,
  { merchantId, id: transactionId, linkId }: Pick<TransactionRow, 'merchantId' | 'id' | 'linkId'>,
): Promise<ChosenLines> =>
  chosenLinesIn(linkId ? await findLinkAnswers(db, { merchantId, transactionId }) : undefined)

export const purchaseOf = (answersRow: ChosenColumns | undefined): Purchase => ({
  items: linesOf(answersRow).map((line) => ({ ...line, price: decimalFromMinor(line.price) })),
  tip: answersRow?.tip ? decimalFromMinor(answersRow.tip) : null,
})
