import type { ReasonEntry } from './reason-entry.ts'

/** Reasons for which a call about a dispute, or a refund of a disputed payment, is refused; `reasons` includes them. */
export const disputeReasonEntries = {
  already_submitted: {
    codes: ['conflict'],
    meaning:
      'The evidence of the dispute was sent to the bank, or is being sent: it cannot be changed',
    advice: 'Read the dispute and wait for the bank to decide',
  },
  dispute_not_answerable: {
    codes: ['conflict'],
    meaning:
      'The dispute accepts no response: it has ended, its deadline has passed, or it is a warning',
    advice: 'Read the dispute. You may still refund the payment if the dispute allows it',
  },
  disputed: {
    codes: ['conflict'],
    meaning: 'The customer disputes the payment, and the bank holds the money until it decides',
    advice: 'Wait for the end of the dispute, or accept it',
  },
  draft_changed: {
    codes: ['conflict'],
    meaning: 'Another person or program changed the evidence of the dispute meanwhile',
    advice: 'Read `current`, merge your change into it, and send it with its `version`',
  },
} as const satisfies Record<string, ReasonEntry>
