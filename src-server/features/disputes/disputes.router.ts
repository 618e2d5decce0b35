import { z } from 'zod'
import { member, owner, router, signedInMember } from '#server/core/calls/trpc.ts'
import { listPage } from '#server/core/lists/list-page.ts'
import { evidenceFileTypes, MAX_FILE_BYTES } from '#server/shared/disputes/evidence-fields.ts'
import { listSummary } from '#server/shared/list-summary.ts'
import { NoInput } from '#server/shared/text/text.ts'
import { getDispute, readOpenResponse } from './dispute-detail.ts'
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
  OpenResponse,
  SubmitDispute,
  SummarizeDisputes,
} from './disputes.schema.ts'
import {
  EVIDENCE_BODY_LIMIT,
  Evidence,
  GetEvidenceFile,
  PutEvidenceFile,
  RemoveEvidenceFile,
  SaveEvidence,
  SentFile,
} from './evidence/evidence.schema.ts'
import { PaymentDetailsForBank } from './evidence/payment-details.schema.ts'
import { getPaymentDetails } from './evidence/payment-details.ts'
import { saveDraft } from './evidence/save-draft.ts'
import { getEvidenceFile } from './files/get-file.ts'
import { putEvidenceFile } from './files/put-file.ts'
import { removeEvidenceFile } from './files/remove-file.ts'
import { readAcceptance, stopAcceptance } from './responses/acceptance-rule.ts'
import { changeDisputeSettings, readDisputeSettings } from './responses/change-settings.ts'
import { acceptDispute, submitDispute } from './responses/respond-to-dispute.ts'

export const disputesRouter = router({
  list: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/disputes',
        isList: true,
        summary: 'List disputes',
        description:
          'The most urgent first, unless `sort` says otherwise; disputes that need no response follow, the newest first.',
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
        summary: 'Get a dispute with its evidence and its events',
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
        summary: 'Save the texts of the evidence',
        description:
          'Replaces the texts of the evidence, which is not sent yet. `version` is the one that you have read: when it changed meanwhile, the response is 409 `draft_changed`, and `current` of the problem is the current answer.',
        bodyLimit: EVIDENCE_BODY_LIMIT,
        errors: ['not_found', 'conflict'],
      },
      scope: 'disputes',
    })
    .input(SaveEvidence)
    .output(Evidence)
    .mutation(({ ctx, input }) => saveDraft(ctx, input)),
  putFile: member
    .meta({
      rest: {
        method: 'PUT',
        path: '/api/disputes/{id}/files/{slot}',
        summary: 'Add a file to the evidence',
        description:
          'The body is the file itself, at most 5 MB; all files of the evidence have at most 10 MB together. A file that is in the slot is replaced. Of pictures, only the data that draw them are kept. When `version` is not the present one, the response is 409 `draft_changed` with the present answer as `current`.',
        takesFile: { types: evidenceFileTypes, maxBytes: MAX_FILE_BYTES },
        errors: ['not_found', 'conflict'],
      },
      scope: 'disputes',
    })
    .input(PutEvidenceFile)
    .output(Evidence)
    .mutation(({ ctx, input }) => putEvidenceFile(ctx, input)),
  removeFile: member
    .meta({
      rest: {
        method: 'DELETE',
        path: '/api/disputes/{id}/files/{slot}',
        summary: 'Remove a file from the evidence',
        description: 'Returns the answer without the file. An answer that was sent cannot change.',
        errors: ['not_found', 'conflict'],
      },
      scope: 'disputes',
    })
    .input(RemoveEvidenceFile)
    .output(Evidence)
    .mutation(({ ctx, input }) => removeEvidenceFile(ctx, input)),
  file: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/disputes/{id}/files/{slot}',
        summary: 'Download a file of an answer',
        description: 'The file as the bank gets it. People need the right to respond to disputes.',
        sendsFile: { types: evidenceFileTypes },
        errors: ['not_found'],
      },
      scope: 'disputes',
    })
    .input(GetEvidenceFile)
    .output(SentFile)
    .query(({ ctx, input }) => getEvidenceFile(ctx, input)),
  submit: member
    .meta({
      rest: {
        method: 'POST',
        path: '/api/disputes/{id}/submit',
        summary: 'Send the evidence to the bank',
        description:
          'Possible once. With `version`, only that version is sent. 503 means that the processor did not respond: the response is kept, and is sent once as soon as it does.',
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
        description: 'Accepts the loss: the payer keeps the money. It cannot be undone.',
        errors: ['not_found', 'conflict'],
      },
      scope: 'disputes',
    })
    .input(DisputeKey)
    .output(DisputeDetail)
    .mutation(({ ctx, input }) => acceptDispute(ctx, input)),
  /** Details of the disputed payment, from which the dashboard proposes texts. */
  paymentFacts: signedInMember
    .input(DisputeKey)
    .output(PaymentDetailsForBank)
    .query(({ ctx, input }) => getPaymentDetails(ctx, input)),
  /** Settings of disputes, which an owner chooses. For the dashboard only. */
  settings: signedInMember
    .input(NoInput)
    .output(DisputeSettings)
    .query(({ ctx }) => readDisputeSettings(ctx)),
  changeSettings: owner
    .input(ChangeDisputeSettings)
    .output(DisputeSettings)
    .mutation(({ ctx, input }) => changeDisputeSettings(ctx, input)),
  /** The plan of the owner's rule for a dispute, for the dashboard. */
  acceptance: signedInMember
    .input(DisputeKey)
    .output(DisputeAcceptance)
    .query(({ ctx, input }) => readAcceptance(ctx, input)),
  /** The response that waits until the processor takes it, for the dashboard. */
  unsentResponse: signedInMember
    .input(DisputeKey)
    .output(OpenResponse)
    .query(({ ctx, input }) => readOpenResponse(ctx, input)),
  stopAcceptance: signedInMember
    .input(DisputeKey)
    .output(z.void())
    .mutation(({ ctx, input }) => stopAcceptance(ctx, input)),
  /** Totals of a list, for the dashboard. */
  summary: signedInMember
    .input(SummarizeDisputes)
    .output(listSummary(DisputeCaseState))
    .query(({ ctx, input }) => summarizeDisputes(ctx, input)),
})
