import { withArticle } from '#client/lib/words/italian-day.ts'
import type {
  BalancePart,
  EntryType,
  MoneySort,
  PayoutStatus,
} from '#server/features/money/money-enums.schema.ts'
import type { money as original } from '../en/money.ts'
import type { Words } from '../words.ts'

type Texts = Words<typeof original>

const statuses: Record<PayoutStatus, string> = {
  pending: 'In attesa',
  in_transit: 'In transito',
  paid: 'Accreditato',
  failed: 'Non riuscito',
  canceled: 'Annullato',
}

const types: Record<EntryType, string> = {
  charge: 'Incasso',
  refund: 'Rimborso',
  refund_failure: 'Rimborso non riuscito',
  dispute: 'Contestazione',
  dispute_reversal: 'Contestazione vinta',
  fee: 'Commissione',
  payout: 'Accredito',
  payout_failure: 'Accredito non riuscito',
  transfer: 'Trasferimento',
  adjustment: 'Rettifica',
  other: 'Altro',
}

const sorts: Record<MoneySort, string> = {
  '-createdAt': 'Prima i più recenti',
  createdAt: 'Prima i meno recenti',
  '-amount': 'Prima gli importi più alti',
  amount: 'Prima gli importi più bassi',
}

const parts: Record<BalancePart, string> = {
  pending: 'Non ancora disponibile',
  available: 'Disponibile, in nessun accredito',
  reserved: 'Trattenuto a riserva',
}

const filters: Texts['filters'] = {
  part: parts,
  processor: (name: string) => `Gestore dei pagamenti: ${name}`,
  payout: (id: string) => `Accredito ${id}`,
  payment: (id: string) => `Pagamento ${id}`,
  customer: (id: string) => `Cliente ${id}`,
  addType: '+ Tipo',
  type: (type: string) => `Tipo: ${type}`,
}

const balance: Texts['balance'] = {
  label: 'Saldi',
  failed: 'I saldi non sono stati caricati',
  pending: 'Non ancora disponibile',
  available: 'Saldo disponibile',
  inTransit: 'In transito verso la banca',
  reserved: 'Trattenuto a riserva',
  nextPayout: (day: string) => `Prossimo accredito: ${day}`,
  arriving: (amount: string, day: string) => `${amount} in arrivo ${withArticle(day)}`,
  read: (moment: string) => `Aggiornato: ${moment}`,
  negative:
    'Rimborsi e contestazioni superano gli incassi. La differenza è compensata dai prossimi incassi.',
  sandbox: 'Saldo di prova',
  unread: (processor, permission) =>
    `${processor} non mostra il saldo a Incasso: manca l’autorizzazione «${permission}». Va attivata nelle impostazioni dell’app presso ${processor}. Fino ad allora si conoscono soltanto le commissioni dei pagamenti ricevuti qui.`,
}

const calendar: Texts['calendar'] = {
  label: 'Calendario degli accrediti',
  before: 'Mese precedente',
  after: 'Mese successivo',
  none: (month: string) => `Nessun accredito in arrivo a ${month}.`,
  failed: 'Il calendario non è stato caricato',
  payout: (amount: string, status: string) => `${amount}, ${status}`,
}

const payOut: Texts['payOut'] = {
  open: 'Accredita ora',
  title: (amount: string) => `Accreditare ${amount}?`,
  text: (amount: string) =>
    `Il saldo di prova disponibile, ${amount}, viene accreditato domani. Nessun movimento di denaro reale.`,
  endsIn99: 'In modalità di prova un accredito con importo che termina in ,99 non riesce.',
  action: 'Accredita',
  back: 'Annulla',
  done: (amount: string) => ({
    title: 'Accredito richiesto',
    message: `${amount} in arrivo.`,
  }),
  failed: 'Accredito non eseguito',
}

const payouts: Texts['payouts'] = {
  sorts,
  caption: 'Accrediti',
  tabs: 'Accrediti per stato',
  tabNames: {
    pending: 'In attesa',
    in_transit: 'In transito',
    paid: 'Accreditati',
    failed: 'Non riusciti',
    canceled: 'Annullati',
  },
  search: 'Cerca accrediti',
  searchPlaceholder: 'Cerca accrediti...',
  viewExample: 'Accrediti non riusciti',
  part: { inTransit: 'Richiesti o inviati, non ancora arrivati' },
  noMatch: 'Nessun accredito corrisponde a questi filtri.',
  loadFailed: 'Gli accrediti non sono stati caricati',
  tooMany: 'Gli accrediti sono troppi per sommarli. Restringi l’elenco per vedere i totali.',
  count: (shown: string, count: number) => (count === 1 ? '1 accredito' : `${shown} accrediti`),
  sums: {
    pending: (amount: string) => `${amount} in attesa`,
    in_transit: (amount: string) => `${amount} in transito`,
    paid: (amount: string) => `${amount} accreditati`,
    failed: (amount: string) => `${amount} non riusciti`,
    canceled: (amount: string) => `${amount} annullati`,
  },
  columns: {
    id: 'ID accredito',
    amount: 'Importo',
    status: 'Stato',
    arrival: 'Data di arrivo',
    bank: 'Conto bancario',
    entries: 'Movimenti',
    date: 'Data',
  },
  copyId: 'Copia l’ID dell’accredito',
  emptyTitle: 'Ancora nessun accredito',
  empty: 'Qui compaiono gli accrediti sul conto bancario.',
}

const entries: Texts['entries'] = {
  sorts,
  caption: 'Movimenti',
  tabs: 'Movimenti',
  tabNames: {},
  search: 'Cerca movimenti',
  searchPlaceholder: 'Cerca movimenti...',
  viewExample: 'Commissioni',
  noMatch: 'Nessun movimento corrisponde a questi filtri.',
  loadFailed: 'I movimenti non sono stati caricati',
  tooMany: 'I movimenti sono troppi per sommarli. Restringi l’elenco per vedere i totali.',
  count: (shown: string, count: number) => (count === 1 ? '1 movimento' : `${shown} movimenti`),
  fees: (amount: string) => `Commissioni ${amount}`,
  net: (amount: string) => `Netto ${amount}`,
  columns: {
    type: 'Tipo',
    about: 'Pagamento o causale',
    gross: 'Lordo',
    fee: 'Commissione',
    net: 'Netto',
    payout: 'Accredito',
    date: 'Data',
  },
  payment: 'Apri il pagamento',
  emptyTitle: 'Ancora nessun movimento',
  empty:
    'Ogni incasso, rimborso, commissione e accredito compare qui dopo la registrazione da parte del gestore dei pagamenti.',
}

const payout: Texts['payout'] = {
  toList: 'Saldo e accrediti',
  title: 'Accredito',
  facts: 'Dettagli',
  zone: (zone: string) => `Orari nel fuso ${zone}`,
  status: 'Stato',
  arrival: 'Data di arrivo',
  arrivalUnknown: 'Non ancora nota',
  bank: 'Conto bancario',
  traceId: 'ID di tracciamento',
  copyTrace: 'Copia l’ID di tracciamento',
  kind: 'Disposizione',
  automatic: 'Automatica',
  manual: 'Manuale',
  failure: 'Motivo',
  created: 'Data',
  processor: 'Gestore dei pagamenti',
  contents: 'Composizione dell’accredito',
  type: 'Tipo',
  count: 'Movimenti',
  gross: 'Lordo',
  fee: 'Commissioni',
  net: 'Netto',
  total: 'Totale',
  allEntries: 'Tutti i movimenti di questo accredito',
  pending: 'I movimenti di questo accredito sono in corso di assegnazione.',
  unavailable:
    'Il gestore dei pagamenti non indica quali pagamenti sono compresi in questo accredito.',
  loadFailed: 'L’accredito non è stato caricato',
  notFoundTitle: 'Accredito inesistente',
  notFound: 'Questo accredito non esiste oppure appartiene a un altro account.',
}

const payment: Texts['payment'] = {
  title: 'Commissioni e accredito',
  allEntries: 'Tutti i movimenti di questo pagamento',
  unpaid: 'Non ancora accreditato',
  paidBy: 'Apri l’accredito',
  failed: 'Commissioni e accredito non sono stati caricati',
  converted: (currency: string) => `Regolato in ${currency}.`,
}

const nothing: Texts['nothing'] = {
  title: 'Ancora nessun saldo',
  test: 'Incassa un pagamento di prova. Commissione e importo netto compaiono qui pochi secondi dopo l’esito positivo.',
  testAction: 'Incassa un pagamento',
  live: (processors: string) =>
    `Collega ${processors} per vedere le commissioni e le date degli accrediti.`,
  liveAction: 'Collega un account',
  askOwner: (processors: string) =>
    `Un titolare può collegare ${processors}. In seguito compaiono qui commissioni e accrediti.`,
}

export const money: Texts = {
  sections: 'Sezioni',
  payoutsTab: 'Accrediti',
  entriesTab: 'Movimenti',
  statuses,
  types,
  filters,
  balance,
  calendar,
  payOut,
  payouts,
  entries,
  payout,
  payment,
  nothing,
}
