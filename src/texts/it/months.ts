import type {
  MonthSection,
  MonthState,
  OpenItemKind,
} from '#server/features/months/months.schema.ts'
import type { months as original } from '../en/months.ts'
import type { Words } from '../words.ts'

const states: Record<MonthState, string> = {
  running: 'In corso',
  open: 'Aperto',
  closed: 'Chiuso',
}

const openKinds: Record<OpenItemKind, string> = {
  unsettled: 'Incassi senza movimento',
  needs_response: 'Contestazioni in attesa di risposta',
  under_review: 'Contestazioni in esame',
  refund_pending: 'Rimborsi in corso',
}

const sections: Record<MonthSection, string> = {
  gross: 'Incassi',
  refunds: 'Rimborsi',
  disputes: 'Contestazioni',
  fees: 'Commissioni',
  payouts: 'Accrediti',
  other: 'Altri movimenti',
  open: 'Partite aperte',
}

const close = {
  open: 'Chiudi il mese',
  title: (month: string) => `Chiudere ${month}?`,
  text: 'I valori non saranno più modificabili. Un codice di controllo (SHA-256) ne attesta l’integrità. L’operazione è definitiva.',
  later: 'Le operazioni rilevate dopo la chiusura compaiono come rettifiche nel mese successivo.',
  taxes: 'IVA per aliquota',
  taxesHelp:
    'Facoltativo. Una riga per aliquota, per esempio «22: 1802,46». Incasso la conserva e non calcola nulla.',
  badTaxes: 'Scrivi una riga per aliquota, per esempio «22: 1802,46».',
  action: 'Chiudi il mese',
  back: 'Annulla',
  done: (month: string) => ({
    title: 'Mese chiuso',
    message: `${month}: i valori non sono più modificabili.`,
  }),
  failed: 'Il mese non è stato chiuso',
  not_over: 'Il mese si può chiudere quando è terminato.',
  earlier_open: 'Prima vanno chiusi i mesi precedenti.',
}

export const months: Words<typeof original> = {
  tab: 'Mesi',
  caption: 'Mesi',
  toList: 'Mesi',
  title: (month: string) => month.charAt(0).toUpperCase() + month.slice(1),
  states,
  intro: 'Incassi, commissioni, accrediti e partite aperte di ogni mese, per il commercialista.',
  columns: { month: 'Mese', state: 'Stato', closedAt: 'Chiusura' },
  loadFailed: 'I mesi non sono stati caricati',
  notFoundTitle: 'Mese inesistente',
  notFound: 'In questo mese non ci sono movimenti di denaro.',
  zone: (zone: string) => `Giorni nel fuso ${zone}`,
  closedOn: (day: string) => `Chiuso: ${day}`,
  hash: 'Codice di controllo (SHA-256)',
  copyHash: 'Copia il codice di controllo',
  asOf: 'Situazione nota alla data',
  asOfNow: 'Oggi',
  asOfNote: (day: string) =>
    `Importi noti a fine giornata: ${day}. Rettifiche e partite aperte escluse.`,
  csv: 'Scarica CSV',
  print: 'Stampa',
  takings: 'Incassi per giorno e metodo',
  day: 'Giorno',
  method: 'Metodo',
  noMethod: 'Pagamento non registrato in Incasso',
  gross: 'Lordo',
  refunded: 'Rimborsi',
  disputed: 'Contestazioni',
  net: 'Netto',
  count: 'Pagamenti',
  entries: 'Movimenti',
  total: 'Totale',
  fees: 'Commissioni per gestore dei pagamenti',
  provider: 'Gestore dei pagamenti',
  country: 'Sede',
  countries: { stripe: 'Irlanda', paypal: 'Lussemburgo' },
  countryNote:
    'Sedi valide per le attività in Italia. Fa fede la fattura del gestore dei pagamenti.',
  kind: 'Tipo',
  amount: 'Importo',
  payouts: 'Accrediti',
  others: 'Altri movimenti',
  open: 'Partite aperte',
  openNote: { now: 'Situazione attuale', closed: 'Situazione alla chiusura' },
  openKinds,
  corrections: 'Rettifiche di mesi precedenti',
  correctionsNote: 'Operazioni relative a mesi chiusi, rilevate dopo la chiusura.',
  section: 'Sezione',
  month: 'Mese',
  sections,
  taxes: 'IVA indicata alla chiusura',
  taxesNote: 'Indicata da chi ha chiuso il mese. Incasso non calcola imposte.',
  rate: 'Aliquota',
  nothing: 'Nessun dato in questo mese.',
  book: { test: 'PROVA: nessun denaro reale' },
  printedOn: (moment: string) => `Stampa: ${moment}`,
  draft: 'Mese non chiuso: i valori possono cambiare',
  readsOnly:
    'Il commercialista consulta la contabilità e chiude i mesi. I pagamenti li incassano titolari e collaboratori.',
  close,
}
