import type { disputes as original } from '../en/disputes.ts'
import type { Words } from '../words.ts'

type Texts = Words<typeof original>

const states: Texts['states'] = {
  needs_response: {
    title: 'Il cliente contesta il pagamento',
    next: 'La banca ha addebitato l’importo. Invia le prove dalla pagina della contestazione, oppure accettala.',
  },
  under_review: {
    title: 'La banca esamina le tue prove',
    next: 'La banca trattiene l’importo fino alla decisione, che può richiedere alcune settimane.',
  },
  won: { title: 'Contestazione vinta', next: 'La banca ha riaccreditato l’importo.' },
  lost: { title: 'Contestazione persa', next: 'L’importo è stato restituito al cliente.' },
  warning_needs_response: {
    title: 'La banca chiede informazioni sul pagamento',
    next: 'Nessun importo è stato addebitato. Rispondi dalla pagina della contestazione, oppure rimborsa il pagamento per evitarla.',
  },
  warning_under_review: {
    title: 'La banca esamina la tua risposta',
    next: 'Nessun importo è stato addebitato. Non occorre fare nulla fino alla decisione della banca.',
  },
  warning_closed: {
    title: 'La banca ha chiuso la richiesta',
    next: 'Nessun importo è stato addebitato.',
  },
}

const fraud: Texts['fraud'] = {
  open: {
    title: 'La carta potrebbe essere rubata',
    next: 'La banca del cliente ha segnalato una possibile frode. In caso di dubbio rimborsa il pagamento: una contestazione comporta una commissione.',
  },
  closed: {
    title: 'Una segnalazione di frode è chiusa',
    next: 'Non occorre fare altro.',
  },
}

export const disputes: Texts = {
  states,
  fraud,
  refundNow: {
    title: 'Rimborsare adesso?',
    costs: (amount: string, processor: string) =>
      `Il rimborso costa ${amount} e la parte della commissione che ${processor} trattiene.`,
    saves: (fee: string) =>
      `Di solito evita una contestazione, che costa in più una commissione di ${fee}, vinta o persa.`,
    savesUnknown: (processor: string) =>
      `Di solito evita una contestazione, che costa in più la commissione di ${processor} per le contestazioni; Incasso non ne conosce l’importo.`,
    action: (amount: string) => `Rimborsa ${amount}`,
  },
  tags: {
    pressing: 'Contestato: rispondi',
    open: 'Contestato',
    lost: 'Contestazione persa',
    warning: 'Avviso della banca',
  },
  label: 'Contestazioni e segnalazioni',
  amount: 'Importo',
  reason: (processor) => `Motivo indicato da ${processor}`,
  opened: 'Aperta',
  answerBy: 'Rispondi entro',
  open: 'Apri la contestazione',
}
