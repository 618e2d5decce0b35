import type { Range } from '#server/features/analytics/range.schema.ts'
import type { analytics as original } from '../en/analytics.ts'
import type { Words } from '../words.ts'

const ranges: Record<Range, string> = {
  '7d': '7 giorni',
  '30d': '30 giorni',
  '90d': '90 giorni',
  '12m': '12 mesi',
}

type Unit = 'day' | 'week' | 'month'

const units: Record<Unit, string> = { day: 'giorno', week: 'settimana', month: 'mese' }

const before: Record<Range, string> = {
  '7d': '7 giorni precedenti',
  '30d': '30 giorni precedenti',
  '90d': '90 giorni precedenti',
  '12m': '12 mesi precedenti',
}

const each = (word: (span: string) => string): Record<Range, string> => ({
  '7d': word(before['7d']),
  '30d': word(before['30d']),
  '90d': word(before['90d']),
  '12m': word(before['12m']),
})

const weekdays = [
  'Domenica',
  'Lunedì',
  'Martedì',
  'Mercoledì',
  'Giovedì',
  'Venerdì',
  'Sabato',
] as const

export const analytics: Words<typeof original> = {
  controls: 'Che cosa mostrano i rapporti',
  range: 'Periodo',
  ranges,
  compare: 'Confronta con il periodo precedente',
  currency: 'Valuta',
  table: 'Tabella',
  tableOf: (title: string) => `Tabella: ${title}`,
  chartOf: (title: string) => `${title}, grafico. Il pulsante Tabella ne mostra i dati.`,
  period: 'Periodo',
  previousPeriod: 'Periodo precedente',
  soFar: { day: 'finora oggi', week: 'finora questa settimana', month: 'finora questo mese' },
  unfinished: 'finora',
  finalPayments: 'Pagamenti con un esito',
  nothingFinal: 'Nessun pagamento con un esito',
  open: (figure: string, period: string) => `${figure}, ${period}: mostra i pagamenti`,
  revenue: {
    title: 'Andamento degli incassi',
    about: (unit: Unit, currency: string) => `Pagamenti riusciti in ${currency} per ${units[unit]}`,
    series: 'Incassi',
    failed: 'Gli incassi non sono stati caricati',
  },
  successRate: {
    title: 'Tasso di successo delle transazioni',
    about: (unit: Unit, currency: string) =>
      `Quota dei pagamenti in ${currency} con un esito che sono riusciti, per ${units[unit]}`,
    series: 'Tasso di successo',
    failed: 'Il tasso di successo non è stato caricato',
  },
  summary: {
    label: 'Dati principali',
    failed: 'I dati principali non sono stati caricati',
    averageValue: 'Valore medio',
    averageNote: (currency: string) => `Pagamenti riusciti in ${currency}`,
    retention: 'Clienti che tornano',
    retentionMeaning:
      'Tra i clienti che hanno pagato il mese scorso, quanti hanno pagato anche questo mese; variazione in punti',
    retentionOf: 'su',
    customers: (count: string) => `${count} ${count === '1' ? 'cliente' : 'clienti'}`,
    retentionNote: 'del mese scorso hanno pagato anche questo mese; variazione in punti',
    openReturned: (count: string) => `${count} che hanno pagato il mese scorso e anche questo mese`,
    openPaid: (customers: string) => `${customers} del mese scorso`,
    processingTime: 'Tempo medio di elaborazione',
    processingNote: 'Dalla creazione all’esito, tutte le valute',
    none: 'Ancora nessun dato',
    versus: each((span) => `rispetto ai ${span}`),
    notComparable: each((span) => `Nessun confronto con i ${span}`),
    versusMonth: 'rispetto al mese scorso',
    notComparableMonth: 'Nessun confronto con il mese scorso',
  },
  costs: {
    title: 'Costo per metodo',
    about: (currency: string) =>
      `Commissioni dei pagamenti contabilizzati in ${currency}, in percentuale dell’importo lordo.`,
    failed: 'Costi non caricati',
    method: 'Metodo',
    count: 'Pagamenti',
    gross: 'Lordo',
    fees: 'Commissioni',
    percent: 'Costo',
    elsewhere: 'Ricevuti altrove',
    newest: (count: string) => `Calcolato sugli ultimi ${count} pagamenti del periodo.`,
    emptyTest:
      'Nessun pagamento del periodo ha ancora una commissione. Un pagamento di prova la riceve alcuni secondi dopo l’esito positivo.',
    emptyLive: (processors: string) =>
      `Nessun gestore ha contabilizzato pagamenti nel periodo. Per conoscere i costi occorre collegare ${processors} in Impostazioni, Pagamenti.`,
  },
  takings: {
    title: 'Incassi per giorno',
    about: (currency: string) =>
      `Pagamenti riusciti in ${currency}, al netto dei rimborsi. Ogni rimborso è contato nel giorno in cui è stato eseguito.`,
    failed: 'Incassi non caricati',
    day: 'Giorno',
    method: 'Metodo di pagamento',
    gross: 'Lordo',
    refunds: 'Rimborsi',
    net: 'Netto',
    count: 'Pagamenti',
    payments: (count: string) => `${count} ${count === '1' ? 'pagamento' : 'pagamenti'}`,
    total: 'Totale del periodo',
    more: (count: string) => `Mostra altre ${count} righe`,
    open: (gross: string, day: string, method: string) =>
      `${gross}, ${day}, ${method}: mostra i pagamenti`,
  },
  top: {
    title: 'Periodi migliori',
    about: (currency: string) => `Per incassi in ${currency}`,
    kinds: {
      month: 'Mese migliore',
      day: 'Giorno migliore',
      weekday: 'Giorno della settimana migliore',
      slot: 'Momento migliore della settimana, su tutti i tuoi pagamenti',
    },
    shares: {
      range: (percent: string) => `${percent} degli incassi del periodo`,
      week: (percent: string) => `${percent} di tutti gli incassi`,
    },
    /** Weekdays, starting with Sunday. */
    weekdays,
    /** Slots of six hours each, starting at midnight. */
    slots: ['notte', 'mattina', 'pomeriggio', 'sera'].map(
      (part) => (weekday: number) => `${weekdays[weekday]} ${part}`,
    ),
    versusMonth: 'rispetto al mese precedente',
    open: (period: string, amount: string) => `${period}, ${amount}: mostra i pagamenti`,
  },
}
