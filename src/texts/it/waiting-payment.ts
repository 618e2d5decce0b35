import type { waitingPayment as original } from '../en/waiting-payment.ts'
import type { Words } from '../words.ts'

export const waitingPayment: Words<typeof original> = {
  transfersTab: 'Bonifici da confermare',
  transferTitle: 'In attesa del bonifico',
  transfer:
    'Cerca la causale qui sotto nel tuo estratto conto. Quando il denaro è arrivato, segna il pagamento come pagato.',
  payerTitle: 'In attesa del cliente',
  payer: 'Il cliente non ha ancora pagato. Può farlo da una pagina dedicata:',
  openPayerPage: 'Apri la pagina',
  copyPayerUrl: 'Copia il link della pagina',
  iban: 'Sul conto IBAN',
  copyIban: 'Copia l’IBAN',
  bankReference: 'Causale del bonifico',
  copyBankReference: 'Copia la causale',
}
