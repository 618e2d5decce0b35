import type { heldMoney as original } from '../en/pending-reasons.ts'
import type { Words } from '../words.ts'

export const heldMoney: Words<typeof original> = {
  bank: {
    title: 'In attesa della banca',
    text: (processor) =>
      `Il cliente ha pagato con ${processor} da un conto bancario. L’accredito richiede alcuni giorni e può ancora essere respinto: non spedire prima dell’esito.`,
  },
  review: {
    title: 'In verifica',
    text: (processor) =>
      `${processor} sta verificando il pagamento, di solito entro un giorno. Può ancora essere rifiutato: non spedire prima dell’esito.`,
  },
  payer_sends: {
    title: 'In attesa dell’accredito',
    text: (processor) =>
      `Il cliente deve ancora inviare il denaro a ${processor}. Non spedire prima dell’accredito.`,
  },
  other: {
    title: 'Non ancora confermato',
    text: (processor) =>
      `${processor} trattiene l’importo senza indicare qui il motivo: il suo sito può dare altre informazioni. Non spedire prima della conferma.`,
  },
  confirm_email: {
    title: 'Conferma l’indirizzo email',
    text: (processor) =>
      `${processor} trattiene l’importo finché non confermi l’indirizzo email del tuo conto. Non spedire prima della conferma.`,
  },
  verify_account: {
    title: 'Verifica il conto',
    text: (processor) =>
      `${processor} trattiene l’importo finché il tuo conto non è verificato. Non spedire prima della conferma.`,
  },
  accept_payment: {
    title: 'Accetta il pagamento',
    text: (processor) =>
      `${processor} trattiene l’importo finché non accetti il pagamento sul suo sito. Non spedire prima della conferma.`,
  },
}
