import { member, router, signedInMember } from '#server/core/calls/trpc.ts'
import { listPage } from '#server/core/lists/list-page.ts'
import { listSummary } from '#server/shared/list-summary.ts'
import { getDispute } from './dispute-detail.ts'
import { DisputeCaseState } from './dispute-enums.schema.ts'
import { disputeList, summarizeDisputes } from './disputes.list.ts'
import {
  DisputeDetail,
  DisputeKey,
  DisputePage,
  ListDisputes,
  SummarizeDisputes,
} from './disputes.schema.ts'

export const disputesRouter = router({
  list: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/disputes',
        isList: true,
        summary: 'List disputes',
        description:
          'The most urgent first, unless `sort` says otherwise; disputes that need no answer follow, the newest first.',
      },
    })
    .input(ListDisputes)
    .output(DisputePage)
    .query(({ ctx, input }) => listPage(ctx, disputeList, input)),
  get: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/disputes/{id}',
        summary: 'Get a dispute with its answer and its events',
        errors: ['not_found'],
      },
    })
    .input(DisputeKey)
    .output(DisputeDetail)
    .query(({ ctx, input }) => getDispute(ctx, input)),
  /** Totals of a list, for the page. */
  summary: signedInMember
    .input(SummarizeDisputes)
    .output(listSummary(DisputeCaseState))
    .query(({ ctx, input }) => summarizeDisputes(ctx, input)),
})
