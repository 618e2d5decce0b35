import { member, router } from '#server/core/calls/trpc.ts'
import { NoInput } from '#server/shared/text/text.ts'
import { Balance } from './money.schema.ts'
import { readBalance } from './read-balance.ts'

export const balanceRouter = router({
  get: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/balance',
        summary: 'Get the balances',
        description:
          'Money that each processor holds for the business, by currency. Money is `pending` until it is available, and `inTransit` from a payout until its arrival.',
      },
    })
    .input(NoInput)
    .output(Balance.array())
    .query(({ ctx }) => readBalance(ctx)),
})
