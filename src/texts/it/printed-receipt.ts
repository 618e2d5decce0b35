import type { printedReceipt as original } from '../en/printed-receipt.ts'
import type { Words } from '../words.ts'

export const printedReceipt: Words<typeof original> = {
  title: 'Ricevuta di pagamento',
  recordTitle: 'Registrazione del pagamento',
  sandbox: 'PROVA: pagamento di prova. Nessun addebito reale.',
  reference: 'Riferimento',
  date: 'Data',
  customer: 'Cliente',
  amount: 'Importo',
  method: 'Metodo di pagamento',
  description: 'Descrizione',
  status: 'Stato',
  refunded: 'Rimborsato',
  net: 'Pagato al netto dei rimborsi',
  noTaxDocument: '(documento non fiscale)',
}
