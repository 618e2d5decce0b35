import type { NoticeKindDefinition } from './notice-kind.ts'

/** Kinds of notices about the monthly closing. */
export const monthKinds = {
  /** Ends when the month is closed. */
  month_ready: {
    audience: 'bookkeepers',
    isInDigest: true,
    defaults: { owner: 'page', staff: 'none', accountant: 'both' },
    endsAfterDays: 25,
    link: ({ month = '' }) => ({ path: `/money/months/${month}` }),
    name: { it: 'Mese da chiudere', en: 'Month ready to close' },
    texts: {
      it: ({ month }) => ({
        title: `Mese da chiudere: ${month}`,
        sentence: `Il mese è finito. Incassi, commissioni, accrediti e partite aperte sono pronti per la chiusura.`,
      }),
      en: ({ month }) => ({
        title: `${month} is ready to close`,
        sentence: `The month is over. Its takings, fees, payouts and open items are ready to be closed.`,
      }),
    },
  },
} as const satisfies Record<string, NoticeKindDefinition>
