import type { dashboard as original } from '../en/dashboard.ts'
import type { Words } from '../words.ts'

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
  basis: {
    currency: (currency: string) => `Da sempre, in ${currency}`,
    currencies: 'Da sempre, tutte le valute',
    customers: 'Tutti quelli attivi',
    final: 'Sui pagamenti con un esito, da sempre, tutte le valute',
  },
  versus: 'ultimi 30 giorni rispetto ai 30 precedenti',
  versusAdded: 'aggiunti negli ultimi 30 giorni rispetto ai 30 precedenti',
  otherCurrencies: 'Anche',
  statsFailed: 'I dati principali non sono stati caricati',
  volume: {
    title: 'Volume delle transazioni',
    about: 'Pagamenti al giorno, ultimi 30 giorni',
    series: 'Pagamenti',
    open: (count: string, day: string) => `${payments(count)}, ${day}`,
    day: 'Giorno',
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
