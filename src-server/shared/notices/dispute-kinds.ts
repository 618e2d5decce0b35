import { disputeLink, type NoticeKindDefinition, paymentLink } from './notice-kind.ts'

/**
 * Defaults of the kinds about a dispute. Such a notice ends when the merchant responds or the dispute is closed;
 * `dispute_closed` expires.
 */
const ofDispute = {
  audience: 'everyone',
  isInDigest: false,
  defaults: { owner: 'both', staff: 'page' },
  endsAfterDays: null,
  link: disputeLink,
} as const

const outcomes = {
  it: { won: 'vinta', lost: 'persa', closed: 'chiusa' },
  en: { won: 'won', lost: 'lost', closed: 'closed' },
} as const

const consequences = {
  it: {
    won: 'La banca riaccredita l’importo.',
    lost: 'L’importo è restituito al cliente.',
    closed: 'La banca ha chiuso la richiesta senza addebito.',
  },
  en: {
    won: 'The bank returns the amount to you.',
    lost: 'The customer keeps the amount.',
    closed: 'The bank closed its inquiry without withdrawing the amount.',
  },
} as const

export const disputeKinds = {
  dispute_opened: {
    ...ofDispute,
    name: { it: 'Nuova contestazione', en: 'New dispute' },
    texts: {
      it: ({ amount, reference, dueAt, acceptsAt }) => ({
        title: `Nuova contestazione di ${amount}`,
        sentence: `La banca del cliente contesta il pagamento ${reference}. ${
          dueAt ? `Scadenza per la risposta: ${dueAt}.` : 'La banca non ha indicato una scadenza.'
        }${
          acceptsAt
            ? ` Per l’importo ridotto, la contestazione sarà accettata automaticamente: ${acceptsAt}. Nella sua pagina l’accettazione si può annullare.`
            : ''
        }`,
      }),
      en: ({ amount, reference, dueAt, acceptsAt }) => ({
        title: `New dispute of ${amount}`,
        sentence: `The customer’s bank disputes payment ${reference}. ${
          dueAt ? `Respond by ${dueAt}.` : 'The bank has set no deadline.'
        }${
          acceptsAt
            ? ` Because the amount is small, the dispute will be accepted automatically: ${acceptsAt}. You can stop that on its page.`
            : ''
        }`,
      }),
    },
  },
  dispute_due_in_five_days: {
    ...ofDispute,
    name: {
      it: 'Contestazione: cinque giorni alla scadenza',
      en: 'Dispute: five days before the deadline',
    },
    texts: {
      it: ({ amount, reference, dueAt }) => ({
        title: `Contestazione di ${amount}: scade entro cinque giorni`,
        sentence: `Pagamento ${reference}. Scadenza per la risposta: ${dueAt}. Senza risposta la contestazione è persa.`,
      }),
      en: ({ amount, reference, dueAt }) => ({
        title: `Dispute of ${amount}: due within five days`,
        sentence: `Respond about payment ${reference} by ${dueAt}. Without a response the dispute is lost.`,
      }),
    },
  },
  dispute_due_in_one_day: {
    ...ofDispute,
    name: {
      it: 'Contestazione: un giorno alla scadenza',
      en: 'Dispute: one day before the deadline',
    },
    texts: {
      it: ({ amount, reference, dueAt }) => ({
        title: `Contestazione di ${amount}: scade entro un giorno`,
        sentence: `Pagamento ${reference}. Scadenza per la risposta: ${dueAt}. Senza risposta la contestazione è persa.`,
      }),
      en: ({ amount, reference, dueAt }) => ({
        title: `Dispute of ${amount}: due within one day`,
        sentence: `This is the last day to respond about payment ${reference}: the deadline is ${dueAt}.`,
      }),
    },
  },
  dispute_closed: {
    ...ofDispute,
    isInDigest: true,
    endsAfterDays: 30,
    name: { it: 'Contestazione chiusa', en: 'Dispute closed' },
    texts: {
      it: ({ amount, reference, outcome = 'closed' }) => ({
        title: `Contestazione di ${amount}: ${outcomes.it[outcome]}`,
        sentence: `La contestazione del pagamento ${reference} è ${outcomes.it[outcome]}. ${consequences.it[outcome]}`,
      }),
      en: ({ amount, reference, outcome = 'closed' }) => ({
        title: `Dispute of ${amount}: ${outcomes.en[outcome]}`,
        sentence: `The dispute of payment ${reference} was ${outcomes.en[outcome]}. ${consequences.en[outcome]}`,
      }),
    },
  },
  fraud_warning: {
    ...ofDispute,
    endsAfterDays: 30,
    // Refunds are made on the payment's page.
    link: paymentLink,
    name: { it: 'Segnalazione di frode', en: 'Fraud warning' },
    texts: {
      it: ({ amount, reference }) => ({
        title: `Segnalazione di frode su ${amount}`,
        sentence: `La banca del cliente segnala che la carta del pagamento ${reference} potrebbe essere rubata. Un rimborso immediato evita di norma la contestazione.`,
      }),
      en: ({ amount, reference }) => ({
        title: `Fraud warning for ${amount}`,
        sentence: `The customer’s bank warns that the card of payment ${reference} may be stolen. A refund now usually prevents a dispute.`,
      }),
    },
  },
} as const satisfies Record<string, NoticeKindDefinition>
