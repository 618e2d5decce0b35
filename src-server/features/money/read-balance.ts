import { z } from 'zod'
import type { MerchantCtx } from '#server/core/context.ts'
import { toIso } from '#server/shared/day.ts'
import { Currency, decimalFromMinor, type Minor } from '#server/shared/money/money.ts'
import {
  type AccountAmount,
  type BalanceAccount,
  listBalanceAccounts,
  sumBalances,
  sumInTransit,
  sumPending,
} from './balance.queries.ts'
import { MAIN_BALANCE } from './entry-draft.rules.ts'
import type { Balance, BalanceV2, UnreadBalance } from './money.schema.ts'

/** A balance as the processor reports it, in hundredths, by currency. */
export const ReportedBalance = z.array(
  z.object({
    currency: Currency,
    pending: z.int(),
    available: z.int(),
    reserved: z.int(),
    asOfMs: z.number().optional(),
  }),
)
export type ReportedBalance = z.infer<typeof ReportedBalance>

/**
 * Returns the merchant's money at each processor, by currency, in the form of the request's API version. Without a
 * balance from the processor, as when its key may not read one, returns sums of the known entries.
 */
export async function readBalance(ctx: MerchantCtx): Promise<Balance[] | BalanceV2[]> {
  const merchantId = ctx.merchant.id
  const accounts = await listBalanceAccounts(ctx.db, { merchantId })
  const inTransit = await sumInTransit(ctx.db, { merchantId })
  const sums = await sumBalances(ctx.db, { merchantId })
  const balances: BalanceV2[] = []
  for (const account of accounts) {
    const ofAccount = <Sum extends AccountAmount>(rows: readonly Sum[]) =>
      rows.filter(({ balanceAccountId }) => balanceAccountId === account.id)
    const parts = account.reported
      ? ReportedBalance.parse(JSON.parse(account.reported))
      : await computeParts(ctx, account, ofAccount(sums))
    // Without a part there would be no balance in which version 2 could report the missing permission.
    if (ctx.version === 'v2' && parts.length === 0 && account.missingPermission !== null) {
      parts.push({ currency: ctx.merchant.currency, pending: 0, available: 0, reserved: 0 })
    }
    const inTransitOfAccount = ofAccount(inTransit)
    for (const part of parts) {
      balances.push({
        processor: account.processor,
        accountId: account.accountId,
        currency: part.currency,
        pending: decimalFromMinor(part.pending),
        available: decimalFromMinor(part.available),
        reserved: decimalFromMinor(part.reserved),
        inTransit: decimalFromMinor(amountIn(inTransitOfAccount, part.currency)),
        nextPayoutAt: part.available + part.pending > 0 ? account.nextPayoutAt : null,
        readAt: account.readAt,
        missingPermission: account.missingPermission,
      })
    }
  }
  return ctx.version === 'v2' ? balances : balances.map(withoutPermission)
}

const withoutPermission = ({ missingPermission: _, ...balance }: BalanceV2): Balance => balance

/** Returns the accounts whose key lacks the permission to read the balance. */
export async function listUnreadBalances({
  db,
  merchant,
}: Pick<MerchantCtx, 'db' | 'merchant'>): Promise<UnreadBalance[]> {
  const accounts = await listBalanceAccounts(db, { merchantId: merchant.id })
  return accounts.flatMap(({ processor, accountId, missingPermission: permission }) =>
    permission === null ? [] : [{ processor, accountId, permission }],
  )
}

/**
 * Computes a balance from the entries. The available part is the sum of all entries less the entries that become
 * available later.
 */
async function computeParts(
  { db, now }: MerchantCtx,
  { merchantId, id: balanceAccountId }: BalanceAccount,
  sums: readonly (AccountAmount & { balanceType: string })[],
): Promise<ReportedBalance> {
  const pendingSums = await sumPending(db, { merchantId, balanceAccountId, after: toIso(now()) })
  const currencies = [...new Set(sums.map(({ currency }) => currency))].toSorted()
  return currencies.map((currency) => {
    const main = sums.filter(({ balanceType }) => balanceType === MAIN_BALANCE)
    const other = sums.filter(({ balanceType }) => balanceType !== MAIN_BALANCE)
    const pending = amountIn(pendingSums, currency)
    return {
      currency: Currency.parse(currency),
      pending,
      available: amountIn(main, currency) - pending,
      reserved: amountIn(other, currency),
    }
  })
}

const amountIn = (sums: readonly { currency: string; amount: Minor }[], currency: string): Minor =>
  sums.filter((sum) => sum.currency === currency).reduce((all, { amount }) => all + amount, 0)
