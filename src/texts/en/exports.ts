import type { ExportLayout } from '#server/shared/export-style.ts'

const layouts: Record<ExportLayout, string> = {
  'excel-it': 'Excel (Italiano)',
  'excel-en': 'Excel (English)',
  csv: 'CSV for programs',
}

const layoutNotes: Record<ExportLayout, string> = {
  'excel-it': 'Semicolons, decimal commas and Italian words',
  'excel-en': 'Commas, decimal points and English words',
  csv: 'English headings and the codes of the API',
}

/** Texts of the export dialog. */
export const exports = {
  open: 'Export',
  title: 'Export a file',
  what: 'What',
  kinds: {
    payments: { name: 'Payments', about: 'One row for each payment' },
    takings: {
      name: 'Takings by day',
      about:
        'Gross, refunds and net by day and method, with totals. Each refund counts on the day of the refund.',
    },
    refunds: { name: 'Refunds', about: 'One row for each refund' },
    disputes: { name: 'Disputes', about: 'One row for each dispute' },
    links: { name: 'Payment links', about: 'One row for each link' },
    payouts: { name: 'Payouts', about: 'One row for each payout' },
    entries: {
      name: 'Balance entries',
      about: 'One row for each payment, refund, fee and payout, with gross, fee and net',
    },
  },
  period: 'Period',
  view: (rows: string) => `This list: ${rows} rows`,
  viewOfOne: 'This list: 1 row',
  viewNote: 'With the filters and in the order of the list',
  shownDays: (days: string, currency: string) => `As shown: ${days}, ${currency}`,
  named: (period: string, days: string) => `${period}: ${days}`,
  custom: 'Other days',
  successNote: {
    payments: 'Successful payments only',
    refunds: 'Successful refunds only',
  },
  zone: (zone: string) => `Days in ${zone}`,
  layout: 'Format',
  layouts,
  layoutNotes,
  cancel: 'Cancel',
  submit: 'Export',
  failed: 'Nothing exported',
  signedOut: 'Your session had ended. Export again once you are signed in.',
} as const
