import type { MailLanguage } from '../language.ts'
import type { PaymentMethod } from '../money/payment-method.ts'

const en = {
  open: 'Open the receipt',
  save: 'Save receipt',
  send: 'Send to…',
  sendTitle: (business: string) => `Receipt from ${business}`,
  payment: 'Payment receipt — not a tax document',
  refund: 'Refund receipt — not a tax document',
  failedRefund: 'Refund that did not go through — not a tax document',
  failedText: 'The money did not arrive. The business will return it another way.',
  fields: {
    what: 'What for',
    reference: 'Reference',
    paidOn: 'Date',
    paidBy: 'Paid by',
    paid: 'Payment',
    paidOnBefore: 'Paid on',
    refundedOn: 'Date of the refund',
    failedOn: 'Date',
    refundedTo: 'Goes back to',
  },
  methods: { card: 'card', paypal: 'PayPal', bank: 'bank transfer' },
  usedMethods: { card: 'card', sepaDebit: 'SEPA Direct Debit', bankTransfer: 'bank transfer' },
  /** Destination of refunded money. */
  backTo: {
    card: 'the card that paid',
    paypal: 'the PayPal account that paid',
    bank: 'the account that paid',
  } satisfies Record<PaymentMethod, string>,
  refunds: 'Refunds so far',
  earlier: (count: number) => `${count} ${count === 1 ? 'earlier one' : 'earlier ones'}`,
  refunded: 'Refunded in all',
  kept: 'Paid after refunds',
  taxIds: {
    vatNumber: 'VAT number',
    taxCode: 'Tax code',
    both: 'VAT number and tax code',
  },
  print: 'Print or save as PDF',
  other: 'Italiano',
  missingTitle: 'There is no receipt here',
  missingText:
    'The link may be incomplete or too old. Please ask the business that you paid for a new one.',
  troubleTitle: 'This did not work',
  troubleText: 'Please try again in a moment.',
  busyText: 'Too many requests come from your network. Please try again in a moment.',
}

export type ReceiptWords = typeof en

const it: ReceiptWords = {
  open: 'Apri la ricevuta',
  save: 'Salva la ricevuta',
  send: 'Invia a…',
  sendTitle: (business) => `Ricevuta di ${business}`,
  payment: 'Ricevuta di pagamento — documento non fiscale',
  refund: 'Ricevuta di rimborso — documento non fiscale',
  failedRefund: 'Rimborso non riuscito — documento non fiscale',
  failedText: 'Il denaro non è arrivato. L’attività lo restituirà in un altro modo.',
  fields: {
    what: 'Causale',
    reference: 'Riferimento',
    paidOn: 'Data',
    paidBy: 'Pagato con',
    paid: 'Pagamento',
    paidOnBefore: 'Pagato il',
    refundedOn: 'Data del rimborso',
    failedOn: 'Data',
    refundedTo: 'Riaccredito su',
  },
  methods: { card: 'carta', paypal: 'PayPal', bank: 'bonifico' },
  usedMethods: { card: 'carta', sepaDebit: 'addebito diretto SEPA', bankTransfer: 'bonifico' },
  backTo: {
    card: 'la carta usata per pagare',
    paypal: 'il conto PayPal usato per pagare',
    bank: 'il conto da cui è partito il pagamento',
  },
  refunds: 'Rimborsi finora',
  earlier: (count) => `${count} ${count === 1 ? 'precedente' : 'precedenti'}`,
  refunded: 'Rimborsato in tutto',
  kept: 'Pagato al netto dei rimborsi',
  taxIds: {
    vatNumber: 'Partita IVA',
    taxCode: 'Codice fiscale',
    both: 'Partita IVA e codice fiscale',
  },
  print: 'Stampa o salva in PDF',
  other: 'English',
  missingTitle: 'Qui non c’è nessuna ricevuta',
  missingText:
    'Il link potrebbe essere incompleto o troppo vecchio. Chiedine uno nuovo all’attività che hai pagato.',
  troubleTitle: 'Operazione non riuscita',
  troubleText: 'Riprova tra poco.',
  busyText: 'Dalla tua rete arrivano troppe richieste. Riprova tra poco.',
}

export const receiptWords: Record<MailLanguage, ReceiptWords> = { en, it }
