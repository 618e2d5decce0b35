import { withArticle } from '#client/lib/words/italian-day.ts'
import type { AwaitedStep } from '#server/features/transactions/transaction-enums.schema.ts'
import type { waitingPayment as original } from '../en/waiting-payment.ts'
import type { Words } from '../words.ts'

const steps: Record<AwaitedStep, string> = {
  capture: 'Da incassare',
  customer: 'In attesa del cliente',
  transfer: 'In attesa del bonifico',
}

export const waitingPayment: Words<typeof original> = {
  steps,
  statuses: { capture: 'Da incassare', customer: 'In attesa', transfer: 'In attesa' },
  notes: { capture: '', customer: 'del cliente', transfer: 'del bonifico' },
  captureBy: (day) => `entro ${withArticle(day)}`,
  captureToday: (time) => `entro oggi alle ${time}`,
  sums: {
    capture: (amounts) => `${amounts} da incassare`,
    customer: (amounts) => `${amounts} da pagare`,
    transfer: (amounts) => `${amounts} in attesa di bonifico`,
  },
  transferTitle: 'In attesa del bonifico',
  transfer: (amount) =>
    `Cerca questa causale nell’estratto conto. Dopo l’accredito di ${amount}, segna il pagamento come pagato.`,
  payerTitle: 'In attesa del cliente',
  payer: (customer) =>
    `${customer} non ha ancora pagato. Copia il link alla pagina di pagamento e invialo al cliente.`,
  payerElsewhere: (customer) =>
    `${customer} non ha ancora completato il pagamento sul tuo sito. La pagina si aggiorna automaticamente.`,
  openPayerPage: 'Apri la pagina',
  copyPayerPage: 'Copia il link alla pagina',
  payerPageCopied: (customer) => ({
    title: 'Link copiato',
    message: `Invialo a ${customer}, che può pagare da quella pagina.`,
  }),
  payerPageNotCopied: {
    title: 'Copia non riuscita',
    message: 'Il browser non ha consentito la copia. Apri il pagamento e copia il link da lì.',
  },
  iban: 'Sul conto IBAN',
  copyIban: 'Copia l’IBAN',
  bankReference: 'Causale del bonifico',
  copyBankReference: 'Copia la causale',
}
