import type { NoticeKindDefinition } from './notice-kind.ts'

/** Fields that the kinds about connections to other systems share. */
const ofConnection = {
  audience: 'everyone',
  isInDigest: false,
  defaults: { owner: 'both', staff: 'page' },
  endsAfterDays: null,
} as const

/** Kinds of notices about connections to other systems. */
export const connectionKinds = {
  /** Ends when a webhook URL is saved again. */
  endpoint_disabled: {
    ...ofConnection,
    link: () => ({ path: '/integration' }),
    name: { it: 'Endpoint webhook disattivato', en: 'Webhook endpoint disabled' },
    texts: {
      it: ({ host }) => ({
        title: 'Endpoint webhook disattivato',
        sentence: `${host} non accetta più gli eventi, che non vengono più inviati. Salvando di nuovo l’URL l’invio riprende.`,
      }),
      en: ({ host }) => ({
        title: 'Webhook endpoint disabled',
        sentence: `${host} no longer accepts events, so none are sent. Save the URL again to resume.`,
      }),
    },
  },
  /** Ends when the account can be read again, is changed or is disconnected. */
  account_needs_attention: {
    ...ofConnection,
    // Only owners may change an account.
    audience: 'owners',
    defaults: { owner: 'both', staff: 'none' },
    link: () => ({ path: '/settings', search: { tab: 'payments' } }),
    name: { it: 'Account di pagamento da verificare', en: 'Processor account needs attention' },
    texts: {
      it: ({ processor }) => ({
        title: `Account ${processor} da verificare`,
        sentence: `${processor} non accetta più la chiave di questo account. Pagamenti e rimborsi possono fermarsi finché non viene inserita una chiave valida.`,
      }),
      en: ({ processor }) => ({
        title: `${processor} account needs attention`,
        sentence: `${processor} no longer accepts the key of this account. Payments and refunds may stop until a valid key is entered.`,
      }),
    },
  },
} as const satisfies Record<string, NoticeKindDefinition>
