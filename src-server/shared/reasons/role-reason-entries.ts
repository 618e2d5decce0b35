import type { ReasonEntry } from './reason-entry.ts'

/** Reasons for which a call is refused because of the caller's role in the team; `reasons` includes them. */
export const roleReasonEntries = {
  accountant_reads: {
    codes: ['forbidden'],
    meaning: 'The person is an accountant, who reads the books and closes months',
    advice: 'Ask an owner or staff to make the change',
  },
  last_owner: {
    codes: ['conflict'],
    meaning: 'The business would be left without an owner',
    advice: 'Make another member an owner first',
  },
  owner_only: {
    codes: ['forbidden'],
    meaning: 'Only an owner of the business may do this',
    advice: 'Ask an owner',
  },
} as const satisfies Record<string, ReasonEntry>
