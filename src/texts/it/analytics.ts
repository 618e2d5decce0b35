import type { Range } from '#server/features/analytics/analytics.schema.ts'
import type { analytics as original } from '../en/analytics.ts'
import type { Words } from '../words.ts'

const ranges: Record<Range, string> = {
  '7d': '7 giorni',
  '30d': '30 giorni',
  '90d': '90 giorni',
  '12m': '12 mesi',
}

const units = { day: 'giorno', month: 'mese' } as const

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
  nothingFinal: 'Nessun pagamento con un esito',
  open: (figure: string, period: string) => `${figure}, ${period}: mostra i pagamenti`,
  revenue: {
    title: 'Andamento degli incassi',
    about: (unit: 'day' | 'month', currency: string) =>
      `Pagamenti riusciti in ${currency} per ${units[unit]}`,
    series: 'Incassi',
    failed: 'Gli incassi non sono stati caricati',
  },
  successRate: {
    title: 'Tasso di successo delle transazioni',
    about: (unit: 'day' | 'month', currency: string) =>
      `Quota dei pagamenti in ${currency} con un esito che sono riusciti, per ${units[unit]}`,
    series: 'Tasso di successo',
    failed: 'Il tasso di successo non è stato caricato',
  },
  summary: {
    label: 'Questo mese',
    failed: 'I dati di questo mese non sono stati caricati',
    averageValue: 'Valore medio',
    averageNote: (currency: string) => `Pagamenti riusciti in ${currency} questo mese`,
    retention: 'Clienti che tornano',
    retentionMeaning:
      'Tra i clienti che hanno pagato il mese scorso, quanti hanno pagato anche questo mese; variazione in punti',
    retentionOf: 'su',
    customers: (count: string) => `${count} ${count === '1' ? 'cliente' : 'clienti'}`,
    retentionNote: 'del mese scorso hanno pagato anche questo mese; variazione in punti',
    openReturned: (count: string) => `${count} che hanno pagato il mese scorso e anche questo mese`,
    openPaid: (customers: string) => `${customers} del mese scorso`,
    processingTime: 'Tempo medio di elaborazione',
    processingNote: 'Dalla creazione all’esito, tutte le valute, questo mese',
    none: 'Ancora nessun dato',
    versus: 'rispetto al mese scorso',
    notComparable: 'Nessun confronto con il mese scorso',
  },
  top: {
    title: 'Periodi migliori',
    about: (currency: string) =>
      `Il mese e il momento della settimana con gli incassi più alti in ${currency}`,
    month: 'Mese migliore',
    slot: 'Momento migliore della settimana',
    share: (percent: string) => `${percent} del volume settimanale`,
    versusMonth: 'rispetto al mese precedente',
    open: (period: string, amount: string) => `${period}, ${amount}: mostra i pagamenti`,
  },
}
