import type { keptAmount as original } from '../en/kept-amount.ts'
import type { Words } from '../words.ts'

export const keptAmount: Words<typeof original> = {
  label: 'Importo non modificato',
  text: (amount, when) => `Importo richiesto: ${amount}, in data ${when}.`,
  reasons: {
    payer_acted: 'Il cliente aveva già pagato o approvato l’importo precedente.',
    ended: 'Il tempo per pagare era scaduto o stava per scadere.',
    unsupported: 'Il gestore dei pagamenti non consente di modificare gli importi.',
    refused: 'Il gestore dei pagamenti non ha accettato il nuovo importo.',
    processor_unavailable: 'Il gestore dei pagamenti non ha risposto.',
  },
}
