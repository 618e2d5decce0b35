import type { printedRecord as original } from '../en/printed-record.ts'
import type { Words } from '../words.ts'

export const printedRecord: Words<typeof original> = {
  title: 'Registrazione del pagamento (documento non fiscale)',
  sandbox: 'PROVA: pagamento di prova. Nessun addebito reale.',
  reference: 'Riferimento',
  date: 'Data',
  customer: 'Cliente',
  method: 'Metodo di pagamento',
  description: 'Descrizione',
  status: 'Stato',
}
