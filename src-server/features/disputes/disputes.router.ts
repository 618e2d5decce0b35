import { z } from 'zod'
import { member, owner, router, signedInMember } from '#server/core/calls/trpc.ts'
import { listPage } from '#server/core/lists/list-page.ts'
import { listSummary } from '#server/shared/list-summary.ts'
import { NoInput } from '#server/shared/text/text.ts'
import { readAcceptance, stopAcceptance } from './answers/acceptance-rule.ts'
import { acceptDispute, submitDispute } from './answers/answer-dispute.ts'
import { changeDisputeSettings, readDisputeSettings } from './answers/change-settings.ts'
import { getDispute } from './dispute-detail.ts'
import { DisputeCaseState } from './dispute-enums.schema.ts'
import { disputeList, summarizeDisputes } from './disputes.list.ts'
import {
  ChangeDisputeSettings,
  DisputeAcceptance,
  DisputeDetail,
  DisputeKey,
  DisputePage,
  DisputeSettings,
  ListDisputes,
  SubmitDispute,
  SummarizeDisputes,
} from './disputes.schema.ts'
import { EVIDENCE_BODY_LIMIT, Evidence, SaveEvidence } from './evidence/evidence.schema.ts'
import { saveDraft } from './evidence/save-draft.ts'

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
  saveEvidence: member
    .meta({
      rest: {
        method: 'PUT',
        path: '/api/disputes/{id}/evidence',
        summary: 'Save the texts of an answer',
        description:
          'Replaces the texts of the answer, which is not sent yet. `version` is the one that you have read: when it changed meanwhile, the answer is 409 `draft_changed`, and `current` of the problem is the present answer.',
        bodyLimit: EVIDENCE_BODY_LIMIT,
        errors: ['not_found', 'conflict'],
      },
      scope: 'disputes',
    })
    .input(SaveEvidence)
    .output(Evidence)
    .mutation(({ ctx, input }) => saveDraft(ctx, input)),
  submit: member
    .meta({
      rest: {
        method: 'POST',
        path: '/api/disputes/{id}/submit',
        summary: 'Send the evidence to the bank',
        description:
          'Possible once. With `version`, only that version is sent. 503 means that the processor did not respond: the answer is kept, and is sent once as soon as it does.',
        errors: ['not_found', 'conflict'],
      },
      scope: 'disputes',
    })
    .input(SubmitDispute)
    .output(DisputeDetail)
    .mutation(({ ctx, input }) => submitDispute(ctx, input)),
  accept: member
    .meta({
      rest: {
        method: 'POST',
        path: '/api/disputes/{id}/accept',
        summary: 'Accept a dispute',
        description: 'Leaves the money with the payer. It cannot be undone.',
        errors: ['not_found', 'conflict'],
      },
      scope: 'disputes',
    })
    .input(DisputeKey)
    .output(DisputeDetail)
    .mutation(({ ctx, input }) => acceptDispute(ctx, input)),
  /** The owner's choices about disputes, for the page. */
  settings: signedInMember
    .input(NoInput)
    .output(DisputeSettings)
    .query(({ ctx }) => readDisputeSettings(ctx)),
  changeSettings: owner
    .input(ChangeDisputeSettings)
    .output(DisputeSettings)
    .mutation(({ ctx, input }) => changeDisputeSettings(ctx, input)),
  /** The plan of the owner's rule for a dispute, for the page. */
  acceptance: signedInMember
    .input(DisputeKey)
    .output(DisputeAcceptance)
    .query(({ ctx, input }) => readAcceptance(ctx, input)),
  stopAcceptance: signedInMember
    .input(DisputeKey)
    .output(z.void())
    .mutation(({ ctx, input }) => stopAcceptance(ctx, input)),
  /** Totals of a list, for the page. */
  summary: signedInMember
    .input(SummarizeDisputes)
    .output(listSummary(DisputeCaseState))
    .query(({ ctx, input }) => summarizeDisputes(ctx, input)),
})
