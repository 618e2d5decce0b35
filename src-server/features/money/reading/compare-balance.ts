import { inTransaction, type World } from '#server/core/context.ts'
import type { BalancePart } from '#server/core/ports/money-access.ts'
import { listLedgerBalances } from '#server/features/ledger/ledger.queries.ts'
import { endNotices, raiseNotice } from '#server/services/notices/raise-notice.ts'
import { toIso } from '#server/shared/day.ts'
import { decimalFromMinor, type Minor } from '#server/shared/money/money.ts'
import { NoticeFacts } from '#server/shared/notices/notice-kind.ts'
import {
  type BalanceAccount,
  findAccountById,
  sumNetAfter,
  updateBalanceAccount,
} from '../balance.queries.ts'
import { ReportedBalance } from '../read-balance.ts'

type AccountKey = Pick<BalanceAccount, 'merchantId' | 'id'>

/** An account's balance in a currency according to the ledger and according to the processor. */
export type BalanceComparison = { currency: string; own: Minor; reported: Minor }

/** Compares the ledger of an account with a balance that its processor reported, in each currency of either. */
export async function compareWithBalance(
  world: World,
  { merchantId, id }: AccountKey,
  parts: readonly BalancePart[],
): Promise<BalanceComparison[]> {
  const posted = await postedBalances(world, { merchantId, id })
  const currencies = new Set([...parts.map(({ currency }) => currency), ...posted.keys()])
  const asOf = parts.find(({ asOfMs }) => asOfMs !== undefined)?.asOfMs
  const comparisons: BalanceComparison[] = []
  for (const currency of currencies) {
    const part = parts.find((each) => each.currency === currency)
    const reported = part ? part.pending + part.available + part.reserved : 0
    const key = { merchantId, balanceAccountId: id, currency }
    // The processor's balance is from some time ago: it cannot contain entries that were created since.
    const netCreatedSince =
      asOf === undefined ? 0 : await sumNetAfter(world.db, { ...key, after: toIso(asOf) })
    comparisons.push({ currency, own: (posted.get(currency) ?? 0) - netCreatedSince, reported })
  }
  return comparisons
}

/** Returns the processor's balance according to the ledger, by currency. */
async function postedBalances(
  { db }: World,
  { merchantId, id }: AccountKey,
): Promise<Map<string, number>> {
  const posted = new Map<string, number>()
  for (const row of await listLedgerBalances(db, { merchantId })) {
    if (row.balanceAccountId !== id) continue
    if (row.kind !== 'processor' && row.kind !== 'reserved') continue
    const change = Number(row.debits) - Number(row.credits)
    posted.set(row.currency, (posted.get(row.currency) ?? 0) + change)
  }
  return posted
}

/** Shorter differences are payments that the processor has in its balance and not yet in its list. */
const LASTING_MS = 60 * 60_000

/**
 * Raises a notice when ledger and reported balance of an account have differed after every reading of an hour, and ends
 * it when they agree again, or when its balance can no longer be read. Call it after a complete reading, once the
 * ledger has its entries. The sandbox reports no balance.
 */
export async function recordDifference(
  world: World,
  leased: BalanceAccount,
  { isConnected }: { isConnected: boolean },
): Promise<void> {
  if (leased.accountId === null) return
  const account = await findAccountById(world.db, leased)
  const { differsSince } = account
  const difference = isConnected ? await findDifference(world, account) : undefined
  if (!difference && differsSince === null) return
  const now = toIso(world.now())
  const since = difference ? (differsSince ?? now) : null
  const isLasting = since !== null && world.now() - Date.parse(since) >= LASTING_MS
  await inTransaction(world, async (inner) => {
    if (since !== differsSince) {
      await updateBalanceAccount(inner.db, account, { differsSince: since })
    }
    const { merchantId, id: objectId, processor } = account
    if (!difference) await endNotices(inner, { merchantId, objectId, kinds: ['balance_differs'] })
    else if (isLasting) {
      await raiseNotice(inner, {
        merchantId,
        kind: 'balance_differs',
        objectId,
        occurrence: since,
        facts: NoticeFacts.parse({
          amount: decimalFromMinor(Math.abs(difference.own - difference.reported)),
          currency: difference.currency,
          processor: world.processors.named(processor).label,
        }),
      })
    }
  })
}

/**
 * Returns the first currency in which the ledger and the reported balance differ; undefined without a reported balance.
 */
async function findDifference(
  world: World,
  account: BalanceAccount,
): Promise<BalanceComparison | undefined> {
  const { reported } = account
  if (reported === null) return undefined
  const parts = ReportedBalance.parse(JSON.parse(reported))
  const comparisons = await compareWithBalance(world, account, parts)
  return comparisons.find((each) => each.own !== each.reported)
}
