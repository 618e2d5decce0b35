import type { DeclineCode } from '#server/shared/reasons/decline-codes.ts'
import type { dashboard as original } from '../en/dashboard.ts'
import type { Words } from '../words.ts'

const reasons: Record<DeclineCode, string> = {
  authentication_failed: 'Non confermato dal cliente',
  authorization_expired: 'Non incassato in tempo',
  cancelled: 'Annullato manualmente',
  card_declined: 'Carta rifiutata',
  expired: 'Non confermato in tempo',
  insufficient_funds: 'Fondi insufficienti',
  duplicate: 'Considerato un duplicato',
  expired_card: 'Carta scaduta',
  incorrect_details: 'Dati della carta errati',
  limit_exceeded: 'Carta oltre il limite',
  not_supported: 'Carta non accettata',
  try_again: 'Banca irraggiungibile',
  not_sent: 'Mai inviato',
  account_restricted: 'Account limitato',
  payer_declined: 'Rifiuto del servizio',
  transfer_rejected: 'Respinto dalla banca',
}

/** Returns "lunedì scorso" or "domenica scorsa". */
const lastOf = (weekday: string): string =>
  `${weekday} ${weekday.endsWith('a') ? 'scorsa' : 'scorso'}`

const payments = (count: string): string => `${count} ${count === '1' ? 'pagamento' : 'pagamenti'}`
const successful = (count: string): string =>
  `${payments(count)} ${count === '1' ? 'riuscito' : 'riusciti'}`

export const dashboard: Words<typeof original> = {
  summary: 'Dati principali',
  stats: {
    totalRevenue: 'Incasso totale',
    totalTransactions: 'Transazioni',
    activeCustomers: 'Clienti attivi',
    successRate: 'Tasso di successo',
  },
  allTime: 'Da sempre',
  periods: 'Da sempre · andamento degli ultimi 30 giorni rispetto ai 30 precedenti',
  basis: {
    currency: (currency: string) => `in ${currency}`,
    currencies: 'tutte le valute',
    customers: 'tutti quelli attivi',
    final: 'sui pagamenti con un esito, tutte le valute',
  },
  noPayments: 'ancora nessun pagamento',
  recentDays: (figure: string) => `Ultimi 30 giorni: ${figure}`,
  added: (count: string) => `${count} ${count === '1' ? 'nuovo' : 'nuovi'}`,
  noneFinal: '—',
  points: (change: string) => `${change} pt`,
  versus: 'rispetto ai 30 giorni precedenti',
  afterRefunds: 'Dopo i rimborsi',
  net: {
    net: 'Netto',
    open: (amount: string) => `Netto ${amount}: come si compone`,
    title: 'Dall’incassato al netto',
    gross: 'Incassato',
    refunded: 'Rimborsato',
    disputed: 'Contestato',
    fees: 'Commissioni',
    unknown: (count: string, isOne: boolean) =>
      isOne
        ? 'Al lordo della commissione di 1 pagamento'
        : `Al lordo delle commissioni di ${count} pagamenti`,
  },
  otherCurrencies: 'Anche in',
  statsFailed: 'I dati principali non sono stati caricati',
  today: {
    title: 'Oggi',
    failed: 'I dati di oggi non sono stati caricati',
    open: (amount: string) => `${amount} finora oggi`,
    versus: (weekday: string, time: string) => `rispetto a ${lastOf(weekday)} fino alle ${time}`,
    nothingBefore: (weekday: string, time: string) =>
      `nessun incasso ${lastOf(weekday)} fino alle ${time}`,
    openCurrency: (currency: string) => `e ${currency}`,
    disputesDue: (days: number, count: string) =>
      `Contestazioni in attesa di risposta entro ${days} giorni: ${count}`,
    disputesUnknown: 'Contestazioni in attesa di risposta',
    pending: (count: string) => `${count} in attesa`,
    failedToday: (count: string) =>
      `${count} ${count === '1' ? 'non riuscito' : 'non riusciti'} oggi`,
    seeWhy: 'vedi perché',
    allWell: 'Nessun pagamento in sospeso o rifiutato oggi',
    reasons,
    otherReason: 'Altro motivo',
  },
  start: {
    title: { test: 'Per iniziare', live: 'Incassa il primo pagamento reale' },
    about: (done: string, all: string) => `${done} di ${all} completati.`,
    aboutMode: {
      test: 'In prova non c’è nessun addebito reale.',
      live: 'Da qui gli addebiti sono reali.',
    },
    website: 'Hai un sito?',
    websiteLink: 'Chiavi API e webhook',
    dismiss: 'Nascondi questo elenco',
    done: 'Fatto',
    steps: (names) => ({
      payment: 'Incassa un pagamento di prova',
      connect: `Collega ${names} o inserisci il tuo IBAN`,
      link: 'Crea un link di pagamento',
      processor: `Collega ${names}`,
      iban: 'Inserisci il tuo IBAN',
      branding: 'Aggiungi logo e colore',
      colleague: 'Invita un collega',
    }),
  },
  volume: {
    title: 'Volume delle transazioni',
    about: 'Pagamenti al giorno, ultimi 30 giorni',
    series: 'Pagamenti',
    open: (count: string, day: string) => `${payments(count)}, ${day}`,
    day: 'Giorno',
    soFar: 'finora oggi',
    failed: 'Il volume delle transazioni non è stato caricato',
  },
  methods: {
    title: 'Metodi di pagamento',
    about: 'Pagamenti riusciti per metodo',
    method: 'Metodo',
    payments: 'Pagamenti',
    open: (count: string, method: string) => `${successful(count)} con ${method}`,
    total: 'Totale',
    openAll: (count: string) => `${successful(count)} in tutto`,
    unreported: (method: string) => `${method}, senza dettaglio`,
    within: (name: string, method: string) => `${name} (${method})`,
    failed: 'I metodi di pagamento non sono stati caricati',
  },
  recent: {
    title: 'Transazioni recenti',
    all: 'Vedi tutte',
    empty: 'Nessuna transazione',
    emptyHelp: 'I pagamenti che incassi compaiono qui.',
    failed: 'Le transazioni recenti non sono state caricate',
  },
}
