import type { LinkRow } from '#server/features/payment-links/links.queries.ts'
import { localDateTime } from '#server/shared/day.ts'
import { decimalFromMinor, type Minor } from '#server/shared/money/money.ts'
import { type Cell, textCell } from '#server/shared/text/csv.ts'
import { italianDate, type Sheet, sheetOf } from '#server/shared/text/sheet.ts'
import type { LinkStatus } from './payment-link-enums.schema.ts'
import type { ExportPaymentLinks } from './payment-links.schema.ts'

const headings = (timezone: string) => ({
  en: [
    'Link ID',
    'Title',
    'Status',
    'Amount',
    'Minimum',
    'Maximum',
    'Currency',
    'Uses',
    'Sent',
    'Opened',
    'Payments',
    'Paid',
    'Amount paid',
    `Expires (${timezone})`,
    `Created (${timezone})`,
    'Address',
  ],
  it: [
    'ID link',
    'Titolo',
    'Stato',
    'Importo',
    'Minimo',
    'Massimo',
    'Valuta',
    'Utilizzi',
    'Inviato',
    'Aperto',
    'Pagamenti',
    'Pagati',
    'Importo pagato',
    `Scade (${timezone})`,
    `Creato (${timezone})`,
    'Indirizzo',
  ],
})

const italianStatuses: Record<LinkStatus, string> = {
  active: 'Attivo',
  paused: 'In pausa',
  expired: 'Scaduto',
  closed: 'Chiuso',
}

type About = {
  timezone: string
  statusOf: (row: LinkRow) => LinkStatus
  urlOf: (row: LinkRow) => string
}

/** How links are written into a file. */
export function linkSheet(
  input: ExportPaymentLinks,
  { timezone, statusOf, urlOf }: About,
): Sheet<LinkRow> {
  const cells = (row: LinkRow, isItalian: boolean): Cell[] => {
    const money = (minor: Minor | null) => {
      const text = minor === null ? null : decimalFromMinor(minor)
      return isItalian ? (text?.replace('.', ',') ?? null) : text
    }
    const moment = (at: string | null) => {
      const local = at === null ? null : localDateTime(at, timezone)
      return isItalian && local !== null ? italianDate(local) : local
    }
    const status = statusOf(row)
    return [
      row.id,
      isItalian ? textCell(row.title) : row.title,
      isItalian ? italianStatuses[status] : status,
      money(row.amount),
      money(row.minAmount),
      money(row.maxAmount),
      row.currency,
      row.maxUses === null ? null : String(row.maxUses),
      ...[row.sent, row.opened, row.payments, row.paid].map(String),
      money(row.paidAmount),
      moment(row.expiresAt),
      moment(row.createdAt),
      urlOf(row),
    ]
  }
  return sheetOf(input, {
    headings: headings(timezone),
    plain: (row) => cells(row, false),
    italian: (row) => cells(row, true),
  })
}
