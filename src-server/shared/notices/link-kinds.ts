import type { NoticeKindDefinition } from './notice-kind.ts'

/** Kinds of notices about payment links. */
export const linkKinds = {
  /** Ends when the pause ends, or when a person resumes the link. */
  link_paused: {
    audience: 'everyone',
    isInDigest: false,
    defaults: { owner: 'both', staff: 'page' },
    endsAfterDays: null,
    link: ({ linkId }) =>
      linkId === undefined
        ? { path: '/links', search: { status: 'paused' } }
        : { path: `/links/${linkId}` },
    name: { it: 'Link di pagamento in pausa', en: 'Payment link paused' },
    texts: {
      it: ({ title, linkId, until }) =>
        linkId === undefined
          ? {
              title: 'Tutti i link di pagamento sono in pausa',
              sentence: `In pochi minuti molte carte sono state rifiutate ai link: di norma indica che vengono provati numeri di carte rubate. Ripresa automatica: ${until}. Riattivandone uno riprendono tutti.`,
            }
          : {
              title: title ? `Link in pausa: ${title}` : 'Un link di pagamento è in pausa',
              sentence: `In pochi minuti molte carte sono state rifiutate a questo link: di norma indica che vengono provati numeri di carte rubate. Ripresa automatica: ${until}.`,
            },
      en: ({ title, linkId, until }) =>
        linkId === undefined
          ? {
              title: 'All payment links are paused',
              sentence: `Within a few minutes many cards were declined at the links. This usually means that stolen card numbers are being tested. The links resume automatically after ${until}; resuming one resumes all.`,
            }
          : {
              title: title ? `Link paused: ${title}` : 'A payment link is paused',
              sentence: `Within a few minutes many cards were declined at this link. This usually means that stolen card numbers are being tested. The link resumes automatically after ${until}.`,
            },
    },
  },
} as const satisfies Record<string, NoticeKindDefinition>
