import type { Selectable } from 'kysely'
import type { ProcessorAccountRow } from '#db/tables/refund-tables.ts'
import type { TransactionRow } from '#db/tables.ts'
import type { World } from '#server/core/context.ts'
import type { ListedPayment, Period } from '#server/core/ports/account-access.ts'
import { accessOf, findConnectable } from '#server/features/processor-accounts/open-account.ts'
import { openSecret } from '#server/services/processors/account-secrets.ts'
import { toIso } from '#server/shared/day.ts'
import { earliestId } from '#server/shared/id.ts'
import { decimalFromMinor } from '#server/shared/money/money.ts'
import type { PrintLine } from '../operator-context.ts'
import {
  listAccountsWithKeys,
  listPaymentsAtProcessor,
  listPaymentsSince,
} from './processor-check.queries.ts'

type Account = Selectable<ProcessorAccountRow>

const DAY_MS = 24 * 60 * 60_000
/** Younger payments may still be in transit between the processor and this database. */
const SETTLED_MS = 5 * 60_000
/** Rows that one statement reads. */
const PAGE = 1000

/**
 * Compares the payments of some days with the processor's records, for each account that takes payments, and prints
 * each difference. Changes nothing. Returns how many payments were compared and how many differ; an account whose
 * processor does not respond counts as one difference.
 */
export async function runProcessorCheck(
  world: World,
  { days, printLine }: { days: number; printLine: PrintLine },
): Promise<{ compared: number; differences: number }> {
  const total = { compared: 0, differences: 0 }
  const nowMs = world.now()
  const span = { since: toIso(nowMs - days * DAY_MS), until: toIso(nowMs) }
  const reportDifference = (line: string) => {
    total.differences += 1
    printLine(`! ${line}`)
  }
  for await (const account of listOpenAccounts(world)) {
    const { label, accounts } = findConnectable(world.processors, account.processor)
    if (!accounts.payments) {
      printLine(`${account.merchantId} ${account.id}: ${label} lists no payments to compare`)
      continue
    }
    try {
      const seen = await compareListed(world, { account, span, reportDifference })
      total.compared += seen.size
      await findUnlisted(world, { account, span, seen, reportDifference })
    } catch (error) {
      const { merchantId, id } = account
      reportDifference(
        `${merchantId} ${id}: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }
  return total
}

async function* listOpenAccounts({ db }: World): AsyncGenerator<Account> {
  let after = ''
  for (;;) {
    const rows = await listAccountsWithKeys(db, { after, limit: PAGE })
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.id
  }
}

/** Returns the instant before which payments have a known outcome, both at the processor and here. */
const settledBefore = ({ until }: Period): string => toIso(Date.parse(until) - SETTLED_MS)

type Comparison = { account: Account; span: Period; reportDifference: (line: string) => void }

/** Compares the processor's list with the stored payments. Returns the ids of our payments in that list. */
async function compareListed(world: World, compared: Comparison): Promise<Set<string>> {
  const seen = new Set<string>()
  for await (const listed of pagesOf(world, compared)) {
    for (const id of await comparePage(world, compared, listed)) seen.add(id)
  }
  return seen
}

async function* pagesOf(
  world: World,
  { account, span }: Comparison,
): AsyncGenerator<readonly ListedPayment[]> {
  const secretKey = openSecret(world.secretBox, account, 'secretKey')
  const { payments } = accessOf(world, account)
  if (!payments) return
  const pageAfter = (after: string | null) => payments(secretKey, span, after)
  let page = await pageAfter(null)
  yield page.payments
  while (page.isMore) {
    page = await pageAfter(page.payments.at(-1)?.ref ?? null)
    yield page.payments
  }
}

async function comparePage(
  { db }: World,
  { account: { merchantId }, span, reportDifference }: Comparison,
  listed: readonly ListedPayment[],
): Promise<string[]> {
  const isSettled = ({ createdAtMs }: ListedPayment) => toIso(createdAtMs) <= settledBefore(span)
  // Payments that the processor lists with an id of ours; those with a row here are removed below.
  const unmatched = new Map<string, ListedPayment>()
  for (const payment of listed) {
    const id = payment.ownIdOf(merchantId)
    if (id !== null) unmatched.set(id, payment)
  }
  const refs = listed.map(({ ref }) => ref)
  const rows = await listPaymentsAtProcessor(db, { merchantId, ids: [...unmatched.keys()], refs })
  for (const row of rows) {
    const payment = unmatched.get(row.id) ?? listed.find(({ ref }) => ref === row.processorRef)
    unmatched.delete(row.id)
    if (!payment || !isSettled(payment)) continue
    for (const difference of differencesOf(row, payment))
      reportDifference(`${merchantId} ${row.id}: ${difference}`)
  }
  for (const [id, payment] of unmatched) {
    if (!payment.isPaid || !isSettled(payment)) continue
    reportDifference(
      `${merchantId} ${id}: ${formatSums(payment).captured} captured at the processor, not here`,
    )
  }
  return rows.map(({ id }) => id)
}

/** Finds payments that succeeded here and that the processor does not list. */
async function findUnlisted(
  { db }: World,
  { account, span, seen, reportDifference }: Comparison & { seen: ReadonlySet<string> },
): Promise<void> {
  const { merchantId, id: accountId } = account
  // Ids begin with their time of creation, so this id skips all payments that are older than the span.
  let after = earliestId('txn', Date.parse(span.since) - SETTLED_MS)
  for (;;) {
    const rows = await listPaymentsSince(db, {
      merchantId,
      accountId,
      since: span.since,
      until: settledBefore(span),
      after,
      limit: PAGE,
    })
    for (const { id, amount, currency } of rows) {
      if (seen.has(id)) continue
      reportDifference(
        `${merchantId} ${id}: ${decimalFromMinor(amount)} ${currency} captured here, not at the processor`,
      )
    }
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.id
  }
}

/** Returns a payment's amounts at the processor as text: `{ captured: "10.00 EUR", refunded: "0.00 EUR" }`. */
function formatSums({ sums }: ListedPayment): { captured: string; refunded: string } {
  const { captured, refunded, currency } = sums()
  const format = (amount: number) => `${decimalFromMinor(amount)} ${currency}`
  return { captured: format(captured), refunded: format(refunded) }
}

function differencesOf(row: TransactionRow, payment: ListedPayment): string[] {
  const there = formatSums(payment)
  const format = (amount: number) => `${decimalFromMinor(amount)} ${row.currency}`
  const here = {
    captured: format(row.status === 'success' ? row.amount : 0),
    refunded: format(row.amountRefunded ?? 0),
  }
  const sumNames = ['captured', 'refunded'] as const
  return sumNames
    .filter((name) => here[name] !== there[name])
    .map((name) => `${there[name]} ${name} at the processor, ${here[name]} here`)
}
