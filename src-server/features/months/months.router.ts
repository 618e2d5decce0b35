import { member, router } from '#server/core/calls/trpc.ts'
import { enforceIdempotency } from '#server/services/idempotency/idempotently.ts'
import { NoInput } from '#server/shared/text/text.ts'
import { closeMonth } from './close-month.ts'
import { CloseMonth, MonthDetail, MonthEntry, MonthKey } from './months.schema.ts'
import { listMonths, readMonth } from './read-months.ts'

export const monthsRouter = router({
  list: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/months',
        summary: 'List months',
        description:
          'From the first month with money to the running one, the newest first. `obstacle` says why a month cannot be closed now.',
      },
    })
    .input(NoInput)
    .output(MonthEntry.array())
    .query(({ ctx }) => listMonths(ctx)),
  get: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/months/{month}',
        summary: 'Get a month for the accountant',
        description:
          'Takings by day and payment method, fees by processor and kind, payouts, and open items. A closed month has the figures with which it was closed. What became known later is in the `corrections` of the next month. With `asOf`, the response has the days of the month as they were known at the end of that day, without corrections and open items.',
        errors: ['not_found'],
      },
    })
    .input(MonthKey)
    .output(MonthDetail)
    .query(({ ctx, input }) => readMonth(ctx, input)),
  close: member
    .meta({
      rest: {
        method: 'POST',
        path: '/api/months/{month}/close',
        summary: 'Close a month',
        description:
          'Freezes the figures of a past month, with a SHA-256 of them. Months are closed in chronological order. Closing a closed month again changes nothing and returns the same response. It cannot be undone.',
        errors: ['not_found', 'conflict', 'unprocessable'],
      },
      isForAccountants: true,
      // `closeMonth` stores the response for the Idempotency-Key itself, in its own transaction: it adds up the figures
      // before that transaction begins.
      storesResponse: true,
    })
    .input(CloseMonth)
    .use(enforceIdempotency)
    .output(MonthDetail)
    .mutation(({ ctx, input }) => closeMonth(ctx, input)),
})
