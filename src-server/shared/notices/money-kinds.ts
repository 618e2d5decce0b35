import type { NoticeFacts, NoticeKindDefinition, NoticeLink } from './notice-kind.ts'

const payoutLink = ({ payoutId = '' }: NoticeFacts): NoticeLink => ({
  path: `/money/payouts/${payoutId}`,
})

/** Kinds of notices about payouts and the ledger. */
export const moneyKinds = {
  payout_paid: {
    audience: 'everyone',
    isInDigest: true,
    defaults: { owner: 'page', staff: 'page' },
    endsAfterDays: 14,
    link: payoutLink,
    name: { it: 'Accredito arrivato', en: 'Payout arrived' },
    texts: {
      it: ({ amount }) => ({
        title: `Accredito di ${amount} arrivato`,
        sentence:
          'L’importo è stato accreditato sul conto bancario. Il dettaglio mostra i pagamenti e le commissioni che contiene.',
      }),
      en: ({ amount }) => ({
        title: `Payout of ${amount} arrived`,
        sentence:
          'The amount was paid into the bank account. Its details show the payments and fees that it contains.',
      }),
    },
  },
  payout_failed: {
    audience: 'everyone',
    isInDigest: false,
    defaults: { owner: 'both', staff: 'page' },
    endsAfterDays: 30,
    link: payoutLink,
    name: { it: 'Accredito non riuscito', en: 'Payout failed' },
    texts: {
      it: ({ amount }) => ({
        title: `Accredito di ${amount} non riuscito`,
        sentence:
          'La banca non ha accettato l’importo, che torna nel saldo. Occorre verificare i dati del conto bancario presso il gestore dei pagamenti.',
      }),
      en: ({ amount }) => ({
        title: `Payout of ${amount} failed`,
        sentence:
          'The bank did not take the amount, which returns to the balance. Check the details of the bank account at the processor.',
      }),
    },
  },
  /** Raised once for each of the processor's words. */
  unknown_entry: {
    audience: 'owners',
    isInDigest: true,
    defaults: { owner: 'page', staff: 'none' },
    endsAfterDays: 30,
    link: () => ({ path: '/money/entries', search: { type: 'other' } }),
    name: { it: 'Movimento di tipo sconosciuto', en: 'Balance entry of an unknown kind' },
    texts: {
      it: ({ amount, processor, title }) => ({
        title: `Movimento sconosciuto di ${amount}`,
        sentence: `${processor} ha registrato un movimento di tipo «${title}», che Incasso non conosce. L’importo è nel saldo; il significato è nella documentazione del gestore.`,
      }),
      en: ({ amount, processor, title }) => ({
        title: `Unknown balance entry of ${amount}`,
        sentence: `${processor} booked an entry of the kind “${title}”, which Incasso does not know. The balance includes its amount; the processor can say what it means.`,
      }),
    },
  },
  /** Raised after an hour of readings that differ; ends when they agree. */
  balance_differs: {
    audience: 'bookkeepers',
    isInDigest: true,
    defaults: { owner: 'both', staff: 'none', accountant: 'both' },
    endsAfterDays: null,
    link: () => ({ path: '/money' }),
    name: { it: 'Saldo diverso dal registro', en: 'Ledger and processor differ' },
    texts: {
      it: ({ amount, processor }) => ({
        title: `Registro e saldo ${processor} differiscono di ${amount}`,
        sentence: `Da almeno un’ora il saldo comunicato da ${processor} non corrisponde alla somma dei movimenti registrati. Conviene confrontarlo con l’estratto conto di ${processor}. L’avviso scompare quando gli importi coincidono.`,
      }),
      en: ({ amount, processor }) => ({
        title: `Ledger and ${processor} differ by ${amount}`,
        sentence: `For at least an hour, the balance that ${processor} reports has not been the sum of the entries in the ledger. Compare it with the statement of ${processor}. This notice ends when the two agree.`,
      }),
    },
  },
} as const satisfies Record<string, NoticeKindDefinition>
