import type { World } from '#server/core/context.ts'
import { listLedgers } from '#server/features/ledger/ledger.queries.ts'
import { findAccountById } from '#server/features/money/balance.queries.ts'
import { compareWithBalance } from '#server/features/money/reading/compare-balance.ts'
import { openSecret } from '#server/services/processors/account-secrets.ts'
import { findProcessorAccount } from '#server/services/processors/processor-accounts.queries.ts'
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
  for (const ledger of await listLedgers(world.db)) {
    const account = await findAccountById(world.db, ledger)
    const { merchantId, id, processor, accountId } = account
    const { money } = world.processors.named(processor).accounts ?? {}
    if (accountId === null || !money) continue
    const processorAccount = await findProcessorAccount(world.db, { merchantId, id: accountId })
    if (!processorAccount || processorAccount.secretKey === null) continue
    try {
      const secretKey = openSecret(world.secretBox, processorAccount, 'secretKey')
      const balance = await money.readBalance(secretKey)
      for (const { currency, own, reported } of await compareWithBalance(world, account, balance)) {
        total.compared += 1
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
