import { type NoticeKindDefinition, paymentLink } from './notice-kind.ts'

/** Kinds of notices about refunds. */
export const refundKinds = {
  /** Ends when a later refund of the payment succeeds. */
  refund_failed: {
    audience: 'everyone',
    isInDigest: false,
    defaults: { owner: 'page', staff: 'page' },
    endsAfterDays: 90,
    link: paymentLink,
    name: { it: 'Rimborso non riuscito', en: 'Refund failed' },
    texts: {
      it: ({ amount, reference }) => ({
        title: `Rimborso di ${amount} non riuscito`,
        sentence: `Il cliente non ha ricevuto il rimborso del pagamento ${reference}. Motivo e prossimo passo sono nella pagina del pagamento.`,
      }),
      en: ({ amount, reference }) => ({
        title: `Refund of ${amount} failed`,
        sentence: `The customer did not get the refund of payment ${reference}. The payment’s page has the reason and the next step.`,
      }),
    },
  },
} as const satisfies Record<string, NoticeKindDefinition>
