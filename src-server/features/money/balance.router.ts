import { member, router, signedInMember } from '#server/core/calls/trpc.ts'
import { NoInput } from '#server/shared/text/text.ts'
import { Balance, BalanceV2, UnreadBalance } from './money.schema.ts'
import { listUnreadBalances, readBalance } from './read-balance.ts'

export const balanceRouter = router({
  get: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/balance',
        v2: BalanceV2.array(),
        summary: 'Get the balances',
        description:
          'Money that each processor holds for the business, by currency. Money is `pending` until it is available, and `inTransit` from a payout until its arrival.',
      },
    })
    .input(NoInput)
    .output(Balance.array())
    .query(({ ctx }) => readBalance(ctx)),
  /** Accounts whose balance cannot be read, for the dashboard. */
  unread: signedInMember
    .input(NoInput)
    .output(UnreadBalance.array())
    .query(({ ctx }) => listUnreadBalances(ctx)),
})
