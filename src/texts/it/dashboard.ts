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
  duplicate: 'Considerato un doppione',
  expired_card: 'Carta scaduta',
  incorrect_details: 'Dati della carta errati',
  limit_exceeded: 'Carta oltre il limite',
  not_supported: 'Carta non accettata',
  try_again: 'Banca non raggiunta',
  not_sent: 'Mai inviato',
  payer_declined: 'Rifiuto di PayPal',
  transfer_rejected: 'Bonifico respinto',
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
  allTime: 'da sempre',
  basis: {
    currency: (currency: string) => `in ${currency}`,
    currencies: 'tutte le valute',
    customers: 'tutti quelli attivi',
    final: 'sui pagamenti con un esito, tutte le valute',
  },
  noPayments: 'ancora nessun pagamento',
  recentDays: 'Ultimi 30 giorni',
  added: (count: string) => `${count} ${count === '1' ? 'nuovo' : 'nuovi'}`,
  noneFinal: '—',
  points: (change: string) => `${change} pt`,
  versus: 'rispetto ai 30 giorni precedenti',
  otherCurrencies: 'Anche',
  statsFailed: 'I dati principali non sono stati caricati',
  today: {
    title: 'Oggi',
    failed: 'I dati di oggi non sono stati caricati',
    open: (amount: string) => `${amount} finora oggi`,
    versus: (weekday: string, time: string) => `rispetto a ${lastOf(weekday)} fino alle ${time}`,
    nothingBefore: (weekday: string, time: string) =>
      `nessun incasso ${lastOf(weekday)} fino alle ${time}`,
    pending: (count: string, sums: string) => `${count} in attesa · ${sums}`,
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
      payment: {
        title: 'Incassa un pagamento di prova',
        text: 'Guarda come un pagamento riesce, attende o non va a buon fine.',
      },
      connect: {
        title: `Collega ${names} o inserisci il tuo IBAN`,
        text: `Con ${names} incassi con carta; i bonifici arrivano sul tuo conto.`,
      },
      link: {
        title: 'Crea un link di pagamento',
        text: 'I clienti ti pagano su una pagina che mandi tu.',
      },
      processor: {
        title: `Collega ${names}`,
        text: 'I clienti possono pagare con carta.',
      },
      iban: {
        title: 'Inserisci il tuo IBAN',
        text: 'I clienti possono pagare con bonifico.',
      },
      branding: {
        title: 'Aggiungi logo e colore',
        text: 'Compaiono nei link di pagamento e nelle ricevute.',
      },
      colleague: {
        title: 'Invita un collega',
        text: 'Avrà un account tutto suo.',
      },
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
