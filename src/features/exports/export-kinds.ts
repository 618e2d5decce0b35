import { downloadAfterCheck } from '#client/lib/download.ts'
import { withMode } from '#client/lib/mode.ts'
import { exports as texts } from '#client/texts/en/exports.ts'
import { queries } from '#client/trpc.ts'
import type { Day } from '#server/shared/day.ts'

export type Days = { from: Day; to: Day }

/** A file that an export offers. */
type ExportKind = {
  /** The URL of the file, without a query. */
  url: string
  /** Filter of a file for a period, in addition to its days. */
  filter: Readonly<Record<string, string>>
  /** Requests a few of the same rows, so that a failing export reports its error before the download starts. */
  checkExport: (days: Days) => Promise<unknown>
}

const fresh = { staleTime: 0, gcTime: 0 }
const oneRow = { page: 1, limit: 1 }

/** All files. To add one, add an entry here, a name in the texts, and a place in `choices`. */
const kinds = {
  payments: {
    url: '/api/transactions/export',
    filter: { status: 'success' },
    checkExport: (days) => queries.transactions.list.fetch({ ...days, ...oneRow }, fresh),
  },
  takings: {
    url: '/api/takings/export',
    filter: {},
    checkExport: ({ to }) => queries.takings.list.fetch({ from: to, to }, fresh),
  },
  refunds: {
    url: '/api/refunds/export',
    filter: { status: 'success' },
    checkExport: (days) => queries.refunds.list.fetch({ ...days, ...oneRow }, fresh),
  },
  disputes: {
    url: '/api/disputes/export',
    filter: {},
    checkExport: (days) => queries.disputes.list.fetch({ ...days, ...oneRow }, fresh),
  },
  links: {
    url: '/api/payment-links/export',
    filter: {},
    checkExport: (days) => queries.paymentLinks.list.fetch({ ...days, ...oneRow }, fresh),
  },
  payouts: {
    url: '/api/payouts/export',
    filter: {},
    checkExport: (days) => queries.payouts.list.fetch({ ...days, ...oneRow }, fresh),
  },
  entries: {
    url: '/api/balance/entries/export',
    filter: {},
    checkExport: (days) => queries.balanceEntries.list.fetch({ ...days, ...oneRow }, fresh),
  },
} satisfies Record<string, ExportKind>

export type ExportName = keyof typeof kinds

export const exportKinds: Readonly<Record<ExportName, ExportKind>> = kinds

const bookkeeping: readonly ExportName[] = ['payments', 'takings', 'refunds']

const settlement: readonly ExportName[] = ['payouts', 'entries']

/** Files that the export dialog offers, by the list from which it was opened. */
export const choices: Readonly<Record<ExportName, readonly ExportName[]>> = {
  payments: bookkeeping,
  takings: bookkeeping,
  refunds: bookkeeping,
  disputes: ['disputes'],
  links: ['links'],
  payouts: settlement,
  entries: settlement,
}

/** Downloads all payments as CSV. */
export const startExport = () =>
  downloadAfterCheck(
    withMode(kinds.payments.url),
    () => queries.transactions.list.fetch(oneRow, fresh),
    texts,
  )
