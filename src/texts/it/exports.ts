import type { ExportLayout } from '#server/shared/export-style.ts'
import type { exports as original } from '../en/exports.ts'
import type { Words } from '../words.ts'

const layouts: Record<ExportLayout, string> = {
  'excel-it': 'Excel (Italiano)',
  'excel-en': 'Excel (English)',
  csv: 'CSV per programmi',
}

const layoutNotes: Record<ExportLayout, string> = {
  'excel-it': 'Punto e virgola, virgola decimale e parole italiane',
  'excel-en': 'Virgole, punto decimale e parole inglesi',
  csv: 'Intestazioni inglesi e codici dell’API',
}

/** Texts of the export dialog. */
export const exports: Words<typeof original> = {
  open: 'Esporta',
  title: 'Esporta un file',
  what: 'Che cosa',
  kinds: {
    payments: { name: 'Pagamenti', about: 'Una riga per ogni pagamento' },
    takings: {
      name: 'Incassi per giorno',
      about:
        'Lordo, rimborsi e netto per giorno e metodo, con i totali. Ogni rimborso è contato nel giorno in cui è stato eseguito.',
    },
    refunds: { name: 'Rimborsi', about: 'Una riga per ogni rimborso' },
    disputes: { name: 'Contestazioni', about: 'Una riga per ogni contestazione' },
    links: { name: 'Link di pagamento', about: 'Una riga per ogni link' },
    payouts: { name: 'Accrediti', about: 'Una riga per ogni accredito' },
    entries: {
      name: 'Movimenti',
      about:
        'Una riga per ogni incasso, rimborso, commissione e accredito, con lordo, commissione e netto',
    },
  },
  period: 'Periodo',
  view: (rows: string) => `Questo elenco: ${rows} righe`,
  viewOfOne: 'Questo elenco: 1 riga',
  viewNote: 'Con i filtri e nell’ordine dell’elenco',
  shownDays: (days: string, currency: string) => `Come visualizzato: ${days}, ${currency}`,
  named: (period: string, days: string) => `${period}: ${days}`,
  custom: 'Altri giorni',
  successNote: {
    payments: 'Solo pagamenti riusciti',
    refunds: 'Solo rimborsi riusciti',
  },
  zone: (zone: string) => `Giorni nel fuso ${zone}`,
  layout: 'Formato',
  layouts,
  layoutNotes,
  cancel: 'Annulla',
  submit: 'Esporta',
  failed: 'Nessuna esportazione',
  signedOut: 'La sessione è terminata. Accedi e ripeti l’esportazione.',
}
