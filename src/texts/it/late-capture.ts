import type { lateCapture as original } from '../en/late-capture.ts'
import type { Words } from '../words.ts'

export const lateCapture: Words<typeof original> = {
  title: 'Incasso successivo alla chiusura',
  text: (processor, amount) =>
    `${processor} ha incassato ${amount} dopo la chiusura di questo pagamento. L’importo non è compreso nei totali: può essere rimborsato qui o dal sito di ${processor}.`,
  textElsewhere: (processor, amount) =>
    `${processor} ha incassato ${amount} dopo la chiusura di questo pagamento. L’importo non è compreso nei totali: va rimborsato dal sito di ${processor}.`,
  copyRef: (processor) => `Copia l’ID presso ${processor}`,
  forOwners: 'Il rimborso spetta a un titolare.',
  open: (amount) => `Rimborsa ${amount}`,
  pending: (processor, amount) =>
    `Il rimborso di ${amount} è in corso presso ${processor}. La pagina si aggiorna automaticamente.`,
  refunded: (amount, when) => `Importo rimborsato: ${amount}, in data ${when}.`,
  failed: (amount, why) => `Il rimborso di ${amount} non è riuscito. ${why}`,
  dialog: {
    title: (amount) => `Rimborsare ${amount}?`,
    text: (customer, amount, processor) =>
      `${processor} restituisce ${amount} a ${customer}. Il pagamento resta non riuscito e nessun totale cambia. L’operazione è definitiva.`,
    action: 'Rimborsa',
    back: 'Annulla',
    done: (amount) => ({
      title: 'Rimborso richiesto',
      message: `La pagina del pagamento indica quando ${amount} sono rimborsati.`,
    }),
    failed: 'Non rimborsato',
  },
}
