import type { DisputeRow } from '#db/tables/dispute-tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { canRespond } from '../disputes.rules.ts'

export const noResponseAccepted = (message: string) =>
  new AppError('conflict', message, { reason: 'dispute_not_answerable' })

/** @throws `conflict` when a response was sent already, or when the bank accepts none. */
export function assertAcceptsResponse(row: DisputeRow, nowMs: number): void {
  if (row.answer === 'submit' || row.submittedAt !== null) {
    throw new AppError('conflict', 'The answer to this dispute was sent already.', {
      reason: 'already_submitted',
    })
  }
  if (!canRespond(row, nowMs)) throw noResponseAccepted('This dispute takes no answer any more.')
}
