import type { ReasonEntry } from './reason-entry.ts'

/** Reasons for which a call about a dispute, or a refund of a disputed payment, is refused; `reasons` includes them. */
export const disputeReasonEntries = {
  already_submitted: {
    codes: ['conflict'],
    meaning:
      'The answer to the dispute was sent to the bank, or is being sent: it cannot be changed',
    advice: 'Read the dispute and wait for the bank to decide',
  },
  dispute_not_answerable: {
    codes: ['conflict'],
    meaning:
      'The dispute takes no answer: it has ended, its deadline has passed, or it is a warning',
    advice: 'Read the dispute; refund the payment if it is still possible and wanted',
  },
  disputed: {
    codes: ['conflict'],
    meaning:
      'The customer disputes the payment and the bank has taken money of it until it decides',
    advice: 'Wait for the end of the dispute, or accept it',
  },
  draft_changed: {
    codes: ['conflict'],
    meaning: 'Another person or program changed the answer to the dispute meanwhile',
    advice: 'Read `current`, merge your change into it, and send it with its `version`',
  },
} as const satisfies Record<string, ReasonEntry>
