import { withArticle } from '#client/lib/words/italian-day.ts'
import type {
  RefundReason,
  RefundSort,
  RefundStatus,
} from '#server/features/refunds/refund-enums.schema.ts'
import type { PaymentMethod } from '#server/shared/money/payment-method.ts'
import type { RefundFailure } from '#server/shared/reasons/refund-failures.ts'
import type { refunds as original } from '../en/refunds.ts'
import type { Words } from '../words.ts'

type Texts = Words<typeof original>

const statuses: Record<RefundStatus, string> = {
  success: 'Rimborsato',
  pending: 'In attesa',
  failed: 'Non riuscito',
  cancelled: 'Non approvato',
}

const reasons: Record<RefundReason, string> = {
  requested_by_customer: 'Richiesto dal cliente',
  duplicate: 'Pagato due volte',
  fraudulent: 'Frode',
  service_not_delivered: 'Non consegnato',
  goodwill: 'Cortesia',
  other: 'Altro',
}

const sorts: Record<RefundSort, string> = {
  '-createdAt': 'Prima i più recenti',
  createdAt: 'Prima i meno recenti',
  '-amount': 'Prima gli importi più alti',
  amount: 'Prima gli importi più bassi',
  customerName: 'Cliente dalla A alla Z',
  '-customerName': 'Cliente dalla Z alla A',
  reference: 'Pagamento crescente',
  '-reference': 'Pagamento decrescente',
}

const failures: Record<RefundFailure, { meaning: string; next: string }> = {
  account_closed: {
    meaning: 'La carta o il conto di origine non può più ricevere accrediti.',
    next: 'Restituisci il denaro in un altro modo e avvisa il cliente.',
  },
  insufficient_funds: {
    meaning: 'Il saldo presso il gestore dei pagamenti era insufficiente.',
    next: 'Attendi altri incassi o ricarica il saldo, poi ripeti il rimborso.',
  },
  not_approved: {
    meaning: 'Un titolare non ha approvato il rimborso.',
    next: 'Parlane con il titolare prima di ripeterlo.',
  },
  processor_key_invalid: {
    meaning: 'Il gestore dei pagamenti non accetta la chiave del tuo account.',
    next: 'Collega di nuovo l’account in Impostazioni, Pagamenti.',
  },
  refunded_elsewhere: {
    meaning:
      'Era in attesa di approvazione quando l’importo è stato rimborsato presso il gestore dei pagamenti o stornato dalla banca.',
    next: 'Controlla l’importo residuo del pagamento e rimborsalo, se serve.',
  },
  refused: {
    meaning: 'Il gestore dei pagamenti ha rifiutato il rimborso.',
    next: 'Rimborsa un altro importo, oppure restituisci il denaro in un altro modo.',
  },
}

const shortFailures: Record<RefundFailure, string> = {
  account_closed: 'Conto chiuso',
  insufficient_funds: 'Saldo insufficiente',
  not_approved: 'Senza approvazione',
  processor_key_invalid: 'Chiave non accettata',
  refunded_elsewhere: 'Già rimborsato',
  refused: 'Rifiutato',
}

const arrivals: Record<PaymentMethod, string> = {
  card: 'sulla carta con cui ha pagato, di solito entro 5–10 giorni',
  paypal: 'sul suo conto PayPal, di solito entro 5 giorni',
  bank: 'sul conto da cui ha pagato, di solito entro 1–3 giorni lavorativi',
}

const money: Texts['money'] = {
  title: 'Importi',
  sandbox: 'Sandbox',
  taken: 'Incassato',
  refunded: 'Rimborsato',
  refunding: 'Rimborso in corso',
  disputed: 'Contestato',
  left: 'Residuo',
  authorized: 'Autorizzato',
  captureWithin: 'Da incassare entro',
  until: 'fino al',
  released: 'Svincolato',
  remaining: (duration: string) => duration,
  overdue: 'Il termine per l’incasso è scaduto.',
  failed: 'Gli importi non sono stati caricati',
  partial: 'Rimborsato in parte',
  full: 'Rimborsato',
  inProgress: 'Rimborso in attesa',
  allRefunds: 'Tutti i rimborsi di questo pagamento',
}

const dialog: Texts['dialog'] = {
  open: 'Rimborsa',
  title: (reference: string) => `Rimborsa il pagamento ${reference}`,
  left: (amount: string) => `Importo rimborsabile: ${amount}.`,
  nothingLeft: 'L’importo è già stato rimborsato per intero.',
  notRefundable: 'Si può rimborsare solo un pagamento riuscito.',
  notByUs:
    'Questo pagamento è arrivato sul tuo conto, quindi Incasso non può restituirlo. Restituisci il denaro con un tuo bonifico.',
  notByProcessor: (processor) =>
    `Questo pagamento è arrivato a ${processor}, da cui Incasso non può inviare denaro. Restituisci tu l’importo al cliente.`,
  failed: 'L’importo residuo del pagamento non è stato caricato',
  amount: 'Importo',
  all: 'Intero residuo',
  returns: (amount: string) => `Restituisce ${amount}`,
  amountMissing: 'Scrivi un importo.',
  tooMuch: (left: string) => `Importo massimo rimborsabile: ${left}.`,
  reason: 'Motivo',
  note: 'Nota (facoltativa)',
  noteHelp: 'Per il tuo team. Il cliente non la vede.',
  seen: (customer: string, amount: string, arrival: string) =>
    `${customer} riceverà ${amount} ${arrival}.`,
  arrivals,
  receipt: {
    sent: (email: string) => `Dopo il rimborso viene inviata una ricevuta a ${email}.`,
    printed: () => 'Nessuna ricevuta per email: questo server la scrive soltanto nel suo log.',
    off: () =>
      'Nessuna ricevuta per email: le email ai clienti sono disattivate nelle impostazioni.',
    stranger: () => 'Nessuna ricevuta per email: in prova le ricevono solo i membri del tuo team.',
    erased: () => 'Nessuna ricevuta per email: il cliente è stato cancellato.',
    no_address: () => 'Nessuna ricevuta per email: una vendita al banco non ha un cliente.',
    none: () => 'Nessuna ricevuta per email: questo server non invia email.',
  },
  action: (amount: string) => `Rimborsa ${amount}`,
  plainAction: 'Rimborsa',
  sending: 'Rimborso in corso…',
  back: 'Annulla',
  close: 'Chiudi',
  lostTitle: 'Nessuna risposta',
  lost: 'È in corso la verifica del rimborso: se è stato eseguito, compare nella cronologia. Inviare di nuovo la stessa richiesta non può rimborsare due volte.',
  failedTitle: 'Il denaro non è stato restituito',
  notMade: 'Rimborso non eseguito',
  done: (amount: string, reference: string) => ({
    title: 'Rimborsato',
    message: `${amount} di ${reference} sono tornati al cliente.`,
  }),
  pending: (amount: string, reference: string) => ({
    title: 'Rimborso in corso',
    message: `${amount} di ${reference} stanno tornando al cliente.`,
  }),
  waiting: (amount: string) => ({
    title: 'Aspetta un titolare',
    message: `Il rimborso di ${amount} supera il tuo limite. Viene eseguito quando un titolare lo approva.`,
  }),
  lostToast: {
    title: 'Nessuna risposta',
    message: 'Il rimborso potrebbe essere già in corso. Controlla prima la cronologia.',
  },
}

const approval: Texts['approval'] = {
  waits: 'Aspetta un titolare',
  text: (amount: string) => `Un rimborso di ${amount} supera il limite di chi lo ha chiesto.`,
  forOwners: 'Viene eseguito solo quando un titolare dell’attività lo approva.',
  approve: 'Approva',
  decline: 'Rifiuta',
  approveOf: (amount: string) => `Approva il rimborso di ${amount}`,
  declineOf: (amount: string) => `Rifiuta il rimborso di ${amount}`,
  approved: (amount: string) => ({
    title: 'Rimborso approvato',
    message: `${amount} stanno tornando al cliente.`,
  }),
  declined: (amount: string) => ({
    title: 'Rimborso rifiutato',
    message: `${amount} non saranno restituiti al cliente.`,
  }),
  failed: 'Nessuna decisione presa',
}

const capture: Texts['capture'] = {
  open: 'Incassa',
  title: (reference: string) => `Incassa il pagamento ${reference}`,
  authorized: (amount: string) => `${amount} autorizzati. Un pagamento si incassa una volta sola.`,
  amount: 'Importo',
  takes: (amount: string) => `Incassa ${amount}`,
  amountMissing: 'Scrivi un importo.',
  tooMuch: (most: string) => `Importo massimo incassabile: ${most}.`,
  rest: (amount: string, customer: string) =>
    `Il resto, ${amount}, torna disponibile a ${customer}.`,
  noRest: 'Si incassa l’intero importo autorizzato.',
  action: (amount: string) => `Incassa ${amount}`,
  plainAction: 'Incassa',
  sending: 'Incasso in corso…',
  back: 'Annulla',
  done: (amount: string, reference: string) => ({
    title: 'Pagamento incassato',
    message: `${amount} di ${reference} incassati.`,
  }),
  pending: (amount: string, reference: string) => ({
    title: 'Incasso in corso',
    message: `Incasso di ${amount} per ${reference} in corso.`,
  }),
  failed: 'Incasso non eseguito',
  lostTitle: 'Nessuna risposta',
  lost: 'È in corso la verifica dell’incasso: l’esito compare in questa pagina. Inviare di nuovo la stessa richiesta non può incassare due volte.',
  outlookTitle: 'Autorizzato, non ancora incassato',
  outlook: 'Incassa il pagamento, oppure annullalo per svincolare l’intero importo.',
  outlookUntil: (moment) =>
    `Incassa il pagamento entro ${withArticle(moment)}, oppure annullalo per svincolare l’intero importo.`,
}

const voiding: Texts['voiding'] = {
  open: 'Annulla il pagamento',
  title: (amount: string) => `Annullare il pagamento di ${amount}?`,
  text: (customer: string, amount: string) =>
    `L’importo non viene incassato: ${amount} tornano disponibili a ${customer}. L’operazione è definitiva.`,
  action: 'Annulla il pagamento',
  back: 'Mantieni il pagamento',
  done: (reference: string) => ({
    title: 'Pagamento annullato',
    message: `L’importo autorizzato per ${reference} è stato svincolato.`,
  }),
  failed: 'Pagamento non annullato',
}

export const refunds: Texts = {
  statuses,
  tabNames: {
    success: 'Rimborsati',
    pending: 'In attesa',
    failed: 'Non riusciti',
    cancelled: 'Non approvati',
  },
  reasons,
  sorts,
  failures,
  shortFailures,
  money,
  dialog,
  approval,
  capture,
  voiding,
  timeline: {
    refund: (amount: string) => `Rimborso di ${amount}`,
    authorized: 'Pagamento autorizzato',
    captured: (captured: string, authorized: string) => `Incassati ${captured} di ${authorized}`,
    declined: (number: number) => `Tentativo ${number} rifiutato`,
    abandoned: (number: number) => `Tentativo ${number} abbandonato`,
    settled: (duration: string) => `esito dopo ${duration}`,
    note: (text: string) => `Nota: ${text}`,
    open: (amount: string) => `Apri il rimborso di ${amount} nell’elenco dei rimborsi`,
    openShort: 'Apri nei rimborsi',
  },
  columns: {
    id: 'ID rimborso',
    reference: 'Pagamento',
    customer: 'Cliente',
    amount: 'Importo',
    reason: 'Motivo',
    status: 'Stato',
    date: 'Data',
  },
  caption: 'Rimborsi',
  tabs: 'Rimborsi per stato',
  summary: {
    refunds: (shown: string, count: number) => (count === 1 ? '1 rimborso' : `${shown} rimborsi`),
    sums: {
      success: (amount: string) => `${amount} restituiti`,
      pending: (amount: string) => `${amount} in attesa`,
      failed: (amount: string) => `${amount} non riusciti`,
      cancelled: (amount: string) => `${amount} non approvati`,
    },
    tooMany: 'I rimborsi sono troppi per sommarli. Restringi l’elenco per vedere i totali.',
  },
  search: 'Cerca rimborsi',
  viewExample: 'Rimborsi non riusciti',
  searchPlaceholder: 'Cerca rimborsi…',
  filters: {
    addReason: '+ Motivo',
    reason: (reason: string) => `Motivo: ${reason}`,
    customer: (customer: string) => `Cliente ${customer}`,
    payment: (payment: string) => `Pagamento ${payment}`,
  },
  copyId: 'Copia l’ID del rimborso',
  emptyTitle: 'Ancora nessun rimborso',
  empty: 'I rimborsi compaiono qui. Un rimborso si esegue dalla pagina del pagamento.',
  emptyAction: 'Scegli un pagamento',
  noMatch: 'Nessun rimborso corrisponde a questi filtri.',
  loadFailed: 'I rimborsi non sono stati caricati',
  figures: {
    label: 'Dopo i rimborsi',
    gross: 'Incassato',
    refunded: 'Rimborsato',
    net: 'Netto',
    currency: 'Valuta',
    note: 'Un rimborso conta nel giorno in cui è stato eseguito.',
    openGross: (amount: string) => `${amount} incassati`,
    openRefunded: (amount: string) => `${amount} rimborsati`,
  },
}
