import type { World } from '#server/core/context.ts'
import { listLedgerBalances, listLedgers } from '#server/features/ledger/ledger.queries.ts'
import { findAccountById, sumNetAfter } from '#server/features/money/balance.queries.ts'
import { openSecret } from '#server/services/processors/account-secrets.ts'
import { findProcessorAccount } from '#server/services/processors/processor-accounts.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { decimalFromMinor } from '#server/shared/money/money.ts'
import type { PrintLine } from '../operator-context.ts'

/**
 * Compares the ledger of each account with the balance that its processor reports now, and prints each difference.
 * Changes nothing. Accounts that cannot be read count as one difference; the sandbox reports no balance.
 */
export async function runBalanceCheck(
  world: World,
  printLine: PrintLine,
): Promise<{ compared: number; differences: number }> {
  const total = { compared: 0, differences: 0 }
  for (const owner of await listLedgers(world.db)) {
    const account = await findAccountById(world.db, owner)
    const { merchantId, id, processor, accountId } = account
    const { money } = world.processors.named(processor).accounts ?? {}
    if (accountId === null || !money) continue
    const keys = await findProcessorAccount(world.db, { merchantId, id: accountId })
    if (!keys || keys.secretKey === null) continue
    try {
      const parts = await money.readBalance(openSecret(world.secretBox, keys, 'secretKey'))
      const posted = await postedBalances(world, { merchantId, id })
      const currencies = new Set([...parts.map(({ currency }) => currency), ...posted.keys()])
      for (const currency of currencies) {
        total.compared += 1
        const part = parts.find((each) => each.currency === currency)
        const reported = part ? part.pending + part.available + part.reserved : 0
        const asOf = parts.find((each) => each.asOfMs !== undefined)?.asOfMs
        const key = { merchantId, balanceAccountId: id, currency }
        // The processor's balance is from some time ago: it cannot contain what was entered since.
        const later =
          asOf === undefined ? 0 : await sumNetAfter(world.db, { ...key, after: toIso(asOf) })
        const own = (posted.get(currency) ?? 0) - later
        if (own === reported) continue
        total.differences += 1
        printLine(
          `! ${merchantId} ${id}: the ledger has ${decimalFromMinor(own)} ${currency}, the processor ${decimalFromMinor(reported)}`,
        )
      }
    } catch (error) {
      total.differences += 1
      printLine(`! ${merchantId} ${id}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return total
}

/** Returns the processor's balance according to the ledger, by currency. */
async function postedBalances(
  { db }: World,
  { merchantId, id }: { merchantId: string; id: string },
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
