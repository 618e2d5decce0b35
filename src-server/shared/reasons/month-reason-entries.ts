import type { ReasonEntry } from './reason-entry.ts'

/** Reasons for which closing a month is refused; `reasons` includes them. */
export const monthReasonEntries = {
  earlier_month_open: {
    codes: ['conflict'],
    meaning: 'An earlier month is not closed yet',
    advice: 'Close the months in their order; `GET /api/months` lists them',
  },
  month_not_over: {
    codes: ['conflict'],
    meaning: 'The month is still running in the time zone of the business',
    advice: 'Close it when it is over',
  },
} as const satisfies Record<string, ReasonEntry>
