import { member, router, signedInMember } from '#server/core/calls/trpc.ts'
import { listPage } from '#server/core/lists/list-page.ts'
import { entryList } from './entries.list.ts'
import { summarizeEntries } from './entry-sums.ts'
import { EntryPage, EntrySummary, ListEntries, SummarizeEntries } from './money.schema.ts'

export const balanceEntriesRouter = router({
  list: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/balance/entries',
        isList: true,
        summary: 'List balance entries',
        description:
          'Every line of the accounts at the processors: payments, refunds, fees, disputes and payouts. Newest first, unless `sort` says otherwise.',
      },
    })
    .input(ListEntries)
    .output(EntryPage)
    .query(({ ctx, input }) => listPage(ctx, entryList, input)),
  /** Sums of the entries by type and currency, for the dashboard. */
  summary: signedInMember
    .input(SummarizeEntries)
    .output(EntrySummary)
    .query(({ ctx, input }) => summarizeEntries(ctx, input)),
})
