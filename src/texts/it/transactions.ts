import type {
  TransactionSort,
  TransactionStatus,
} from '#server/features/transactions/transaction-enums.schema.ts'
import type { DeclineCode } from '#server/shared/reasons/decline-codes.ts'
import type { transactions as original } from '../en/transactions.ts'
import type { Words } from '../words.ts'

type Texts = Words<typeof original>

const statuses: Record<TransactionStatus, string> = {
  success: 'Riuscito',
  pending: 'In attesa',
  failed: 'Non riuscito',
}

const sorts: Record<TransactionSort, string> = {
  '-createdAt': 'Prima le più recenti',
  createdAt: 'Prima le meno recenti',
  '-amount': 'Prima gli importi più alti',
  amount: 'Prima gli importi più bassi',
  customerName: 'Cliente dalla A alla Z',
  '-customerName': 'Cliente dalla Z alla A',
  transactionId: 'ID crescente',
  '-transactionId': 'ID decrescente',
}

const reasons: Record<DeclineCode, { meaning: string; next: string }> = {
  card_declined: {
    meaning: 'La carta è stata rifiutata dalla banca emittente.',
    next: 'Chiedi al cliente di usare un’altra carta o di chiamare la banca, poi ripeti il pagamento.',
  },
  account_restricted: {
    meaning: 'Il gestore dei pagamenti non consente al tuo account di ricevere questo pagamento.',
    next: 'Accedi al suo sito, completa quanto richiesto e ripeti il pagamento.',
  },
  payer_declined: {
    meaning: 'PayPal, o un altro servizio come Klarna, ha rifiutato il pagamento.',
    next: 'Chiedi al cliente di controllare il suo conto presso il servizio o di usare un altro metodo.',
  },
  insufficient_funds: {
    meaning: 'Fondi insufficienti.',
    next: 'Chiedi al cliente un altro metodo di pagamento, oppure riprova più tardi.',
  },
  expired: {
    meaning: 'Il cliente non ha confermato il pagamento in tempo.',
    next: 'Ripeti il pagamento e chiedi al cliente di confermarlo subito.',
  },
  transfer_rejected: {
    meaning: 'La banca ha respinto il bonifico o l’addebito diretto.',
    next: 'Controlla le coordinate bancarie con il cliente, poi ripeti il pagamento.',
  },
  authentication_failed: {
    meaning: 'Il cliente non ha completato la conferma della banca.',
    next: 'Chiedi al cliente di ripetere il pagamento e confermarlo, o di usare un altro metodo.',
  },
  authorization_expired: {
    meaning: 'L’importo autorizzato non è stato incassato in tempo.',
    next: 'Se serve ancora, crea un nuovo pagamento e incassalo entro il termine.',
  },
  duplicate: {
    meaning:
      'La banca o il gestore dei pagamenti lo ha considerato un duplicato di un pagamento precedente.',
    next: 'Cerca il primo pagamento prima di ripeterlo.',
  },
  expired_card: {
    meaning: 'La carta è scaduta.',
    next: 'Chiedi al cliente un’altra carta, poi ripeti il pagamento.',
  },
  incorrect_details: {
    meaning: 'I dati della carta non sono corretti.',
    next: 'Chiedi al cliente di controllare numero, scadenza e codice, poi ripeti il pagamento.',
  },
  limit_exceeded: {
    meaning: 'La carta ha raggiunto il suo limite.',
    next: 'Chiedi al cliente un’altra carta, o riprova più tardi.',
  },
  not_supported: {
    meaning: 'La carta non accetta questo tipo di pagamento o questa valuta.',
    next: 'Chiedi al cliente un’altra carta o un altro metodo di pagamento.',
  },
  try_again: {
    meaning: 'La banca emittente non era raggiungibile.',
    next: 'Ripeti il pagamento tra poco.',
  },
  not_sent: {
    meaning: 'La richiesta non è arrivata al gestore dei pagamenti: nessun addebito.',
    next: 'Ripeti il pagamento.',
  },
  cancelled: {
    meaning: 'Il pagamento è stato annullato prima di essere completato.',
    next: 'Se serve ancora, crea un nuovo pagamento.',
  },
}

const shortReasons: Record<DeclineCode, string> = {
  card_declined: 'Carta rifiutata',
  account_restricted: 'Account limitato',
  payer_declined: 'Rifiuto del servizio',
  insufficient_funds: 'Fondi insufficienti',
  expired: 'Non confermato',
  transfer_rejected: 'Respinto dalla banca',
  authentication_failed: 'Non confermato',
  authorization_expired: 'Non incassato',
  duplicate: 'Duplicato',
  expired_card: 'Carta scaduta',
  incorrect_details: 'Dati errati',
  limit_exceeded: 'Oltre il limite',
  not_supported: 'Non accettata',
  try_again: 'Banca irraggiungibile',
  not_sent: 'Mai inviato',
  cancelled: 'Annullato',
}

const weekdays = ['domenica', 'lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato']
const slots = ['notte', 'mattina', 'pomeriggio', 'sera']

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const filters: Texts['filters'] = {
  settled: {
    true: 'Con movimento',
    false: 'Senza movimento',
    unknown: 'Presso un gestore dei pagamenti senza saldo',
  },
  final: (isFinal: boolean) => (isFinal ? 'Solo con un esito' : 'Ancora senza esito'),
  customer: (customer: string) => `Cliente ${customer}`,
  moment: (weekday: number | undefined, slot: number | undefined) => {
    const part = slot === undefined ? '' : (slots[slot] ?? '')
    const day = weekday === undefined ? '' : (weekdays[weekday] ?? '')
    return upper([day, part].filter(Boolean).join(' '))
  },
}

const decisions: Texts['decisions'] = {
  success: {
    action: 'Segna come pagato',
    title: (amount: string) => `Segnare come pagato ${amount}?`,
    text: (customer: string, reference: string) =>
      `Il bonifico di ${customer} (${reference}) risulterà accreditato. L’operazione è definitiva.`,
    done: 'Pagamento segnato come pagato',
    doneText: (reference: string) => `${reference} ora è riuscito.`,
    failed: 'Pagamento non segnato come pagato',
    back: 'Annulla',
  },
  failed: {
    action: 'Annulla il pagamento',
    title: (amount: string) => `Annullare il pagamento di ${amount}?`,
    text: (customer: string, reference: string) =>
      `Il pagamento di ${customer} (${reference}) risulterà non riuscito. L’operazione è definitiva.`,
    done: 'Pagamento annullato',
    doneText: (reference: string) => `${reference} risulta non riuscito.`,
    failed: 'Pagamento non annullato',
    back: 'Mantieni il pagamento',
  },
  reason: 'Motivo (facoltativo)',
  reasonHelp: 'Compare nella cronologia.',
}

export const transactions: Texts = {
  statuses,
  tabNames: { success: 'Riusciti', pending: 'In attesa', failed: 'Non riusciti' },
  sorts,
  columns: {
    id: 'ID transazione',
    customer: 'Cliente',
    amount: 'Importo',
    method: 'Metodo',
    status: 'Stato',
    date: 'Data',
    actions: 'Azioni',
  },
  caption: 'Transazioni',
  view: 'Apri la transazione',
  copyId: 'Copia l’ID della transazione',
  copied: 'Copiato',
  search: 'Cerca transazioni',
  viewExample: 'Bonifici in attesa',
  searchPlaceholder: 'Cerca transazioni…',
  summary: {
    label: 'Pagamenti per stato',
    payments: (shown: string, count: number) =>
      count === 1 ? '1 pagamento' : `${shown} pagamenti`,
    sums: {
      success: (amounts: string) => `${amounts} incassati`,
      pending: (amounts: string) => `${amounts} in attesa`,
      failed: (amounts: string) => `${amounts} non incassati`,
    },
    tooMany: 'I pagamenti sono troppi per sommarli. Restringi l’elenco per vedere i totali.',
  },
  filters,
  pageSize: 'Righe per pagina',
  compactRows: 'Righe compatte',
  more: 'Altre azioni per',
  decisions,
  page: (page: number) => `Pagina ${page}`,
  emptyTitle: 'Ancora nessuna transazione',
  empty: 'Nessuna transazione. Incassa il tuo primo pagamento per vederlo qui.',
  emptyAction: 'Incassa un pagamento',
  noMatch: 'Nessuna transazione corrisponde a questi filtri.',
  loadFailed: 'Le transazioni non sono state caricate',
  detail: {
    back: 'Tutte le transazioni',
    loadFailed: 'Questa transazione non è stata caricata',
    notFoundTitle: 'Transazione non trovata',
    notFound: 'Nel tuo account non c’è una transazione con questo ID.',
    details: 'Dettagli',
    timeline: 'Cronologia',
    reference: 'ID transazione',
    id: 'ID interno',
    copyId: 'Copia l’ID interno',
    copyCustomerId: 'Copia l’ID cliente',
    customer: 'Cliente',
    email: 'Email',
    customerId: 'ID cliente',
    method: 'Metodo',
    description: 'Descrizione',
    noDescription: 'Nessuna',
    created: 'Creata',
    updated: 'Ultima modifica',
    settled: 'Esito il',
    failedAt: 'Non riuscita',
    notSettled: 'Non ancora',
    orderReference: 'Riferimento dell’ordine',
    imported: (processor) => `Importato da ${processor}`,
    allOfCustomer: 'Tutti i pagamenti di questo cliente',
    more: 'Altri dati',
    api: 'Leggila con l’API',
    apiHelp: 'Sostituisci sk_test_… o sk_live_… con la tua chiave segreta.',
    copyCurl: 'Copia il comando curl',
    printRecord: 'Stampa la registrazione',
    neighbours: {
      label: 'Pagamenti dell’elenco',
      place: (place: string, total: string) => `${place} di ${total}`,
      previous: 'Pagamento precedente',
      next: 'Pagamento successivo',
      isFirst: 'Questo è il primo pagamento dell’elenco.',
      isLast: 'Questo è l’ultimo pagamento dell’elenco.',
    },
    pendingTitle: 'In attesa dell’esito',
    pending:
      'Il gestore dei pagamenti non ha ancora confermato questo pagamento. La pagina si aggiorna automaticamente.',
    bankTitle: 'In attesa della conferma',
    bank: 'Il cliente ha autorizzato il pagamento. Un addebito diretto richiede alcuni giorni e può ancora essere respinto: non spedire prima dell’esito. La pagina si aggiorna automaticamente.',
    failedTitle: 'Perché non è riuscito',
    zone: (zone: string) => `Le date sono nel fuso ${zone}.`,
  },
  events: {
    created: 'Pagamento creato',
    createdAs: {
      success: 'Pagamento incassato subito',
      pending: 'Pagamento creato, in attesa dell’esito',
      failed: 'Pagamento rifiutato subito',
    } satisfies Record<TransactionStatus, string>,
    changedTo: {
      success: 'Pagamento riuscito',
      pending: 'Pagamento in attesa dell’esito',
      failed: 'Pagamento non riuscito',
    } satisfies Record<TransactionStatus, string>,
  },
  actors: {
    you: 'da te',
    person: 'dal tuo team',
    integration: 'dalla tua integrazione',
    processor: 'dal gestore dei pagamenti',
    system: 'automaticamente',
    elsewhere: 'fuori da Incasso',
    named: (name: string) => `da ${name}`,
  },
  after: (duration: string) => `dopo ${duration}`,
  atOnce: 'subito',
  note: (text: string) => `Nota: ${text}`,
  reasons,
  shortReasons,
  unknownReason: {
    meaning: 'Il gestore dei pagamenti non ha indicato un motivo noto.',
    next: 'Chiedi al cliente un altro metodo di pagamento, oppure riprova più tardi.',
  },
}
