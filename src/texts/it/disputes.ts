import type { disputes as original } from '../en/disputes.ts'
import type { Words } from '../words.ts'

type Texts = Words<typeof original>

const states: Texts['states'] = (processor) => ({
  needs_response: {
    title: 'Chi ha pagato contesta il pagamento',
    next: `La banca si è ripresa il denaro. Inviale le tue prove dalla dashboard di ${processor}, oppure lascia il denaro a chi ha pagato.`,
  },
  under_review: {
    title: 'La banca esamina le tue prove',
    next: 'Il denaro resta alla banca finché non ha deciso: possono volerci settimane.',
  },
  won: { title: 'Contestazione vinta', next: 'La banca ha restituito il denaro.' },
  lost: { title: 'Contestazione persa', next: 'La banca ha dato il denaro a chi ha pagato.' },
  warning_needs_response: {
    title: 'La banca chiede del pagamento',
    next: `Il denaro non è stato toccato. Rispondi dalla dashboard di ${processor}, oppure rimborsa il pagamento, perché non ne nasca una contestazione.`,
  },
  warning_under_review: {
    title: 'La banca esamina la tua risposta',
    next: 'Il denaro non è stato toccato. Finché non ha deciso non c’è niente da fare.',
  },
  warning_closed: {
    title: 'La domanda della banca è chiusa',
    next: 'Il denaro non è stato toccato.',
  },
})

const fraud: Texts['fraud'] = {
  open: {
    title: 'La carta potrebbe essere rubata',
    next: 'La sua banca ha segnalato una frode. Nel dubbio rimborsa il pagamento: una contestazione costa una commissione.',
  },
  closed: {
    title: 'Una segnalazione di frode è chiusa',
    next: 'Non resta niente da fare.',
  },
}

export const disputes: Texts = {
  states,
  fraud,
  tags: {
    pressing: 'Contestato: rispondi',
    open: 'Contestato',
    lost: 'Contestazione persa',
    warning: 'Avviso della banca',
  },
  label: 'Contestazioni e segnalazioni',
  amount: 'Importo',
  reason: (processor) => `Motivo, con le parole di ${processor}`,
  opened: 'Aperta',
  answerBy: 'Rispondi entro',
}
