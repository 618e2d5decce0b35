import type { MerchantCtx } from '#server/core/context.ts'
import type { ListDefinition } from '#server/core/lists/list-definition.ts'
import { listExport } from '#server/core/lists/list-export.ts'
import { listFilter } from '#server/core/lists/list-filter.ts'
import { areAllPaused } from '#server/features/payment-links/link-state.rules.ts'
import { searchScope } from '#server/services/search/search-scope.ts'
import { toIso } from '#server/shared/day.ts'
import { decimalFromMinor, type Minor } from '#server/shared/money/money.ts'
import { paymentMethods } from '#server/shared/money/payment-method.ts'
import {
  codeColumn,
  excelDecimal,
  momentColumn,
  nameColumn,
  type SheetColumn,
  type SheetLanguage,
  textColumn,
} from '#server/shared/text/sheet.ts'
import type { LinkRow } from './links.queries.ts'
import { type LinkSort, type LinkStatus, linkSorts } from './payment-link-enums.schema.ts'
import { type LinkClock, type LinkFilter, linkConditions } from './payment-links.queries.ts'
import type {
  ExportPaymentLinks,
  PaymentLink,
  SummarizePaymentLinks,
} from './payment-links.schema.ts'
import { linkUrlOf, presentLink } from './present-link.ts'

/** Limit on the matches of a search: more than a person looks through. */
const MAX_FOUND = 1000

export const linkList: ListDefinition<
  'paymentLinks',
  LinkRow,
  LinkFilter,
  LinkSort,
  SummarizePaymentLinks,
  PaymentLink
> = {
  table: 'paymentLinks',
  columns: 'all',
  conditions: linkConditions,
  sorts: linkSorts,
  numbers: ['paid'],
  unindexed: ['title', 'paid'],
  indexed: ['customerId'],
  find: async (ctx, { status, ...input }) => {
    const filter = {
      ...listFilter(ctx, input),
      ...(status !== undefined && { status: { is: status, ...linkClock(ctx) } }),
    }
    const scope = await searchScope(ctx, filter, { kind: 'payment_link', search: input.search })
    return scope?.ids ? { filter, ids: scope.ids.slice(0, MAX_FOUND) } : scope
  },
  toResponses: (ctx, rows) => rows.map((row) => presentLink(ctx, row)),
}

/** Returns the instant for which statuses are computed, and whether all the merchant's links are paused at it. */
export function linkClock({ merchant, now, processors }: MerchantCtx): LinkClock {
  const at = toIso(now())
  const hasNoMethod = paymentMethods.every((method) => !processors.routeOf(merchant, method))
  return { now: at, areAllPaused: areAllPaused(merchant, at) || hasNoMethod }
}

const statusNames: Record<SheetLanguage, Record<LinkStatus, string>> = {
  en: { active: 'Active', paused: 'Paused', expired: 'Expired', closed: 'Closed' },
  it: { active: 'Attivo', paused: 'In pausa', expired: 'Scaduto', closed: 'Chiuso' },
}

function moneyColumn(
  headings: { en: string; it: string },
  read: (row: LinkRow) => Minor | null,
): SheetColumn<LinkRow> {
  const text = (row: LinkRow) => {
    const minor = read(row)
    return minor === null ? null : decimalFromMinor(minor)
  }
  return {
    ...headings,
    plain: text,
    excel: (row, language) => {
      const decimal = text(row)
      return decimal && excelDecimal(decimal, language)
    },
  }
}

const sheetColumns = (ctx: MerchantCtx): SheetColumn<LinkRow>[] => {
  const { timezone } = ctx.merchant
  const count = (headings: { en: string; it: string }, read: (row: LinkRow) => number) =>
    codeColumn(headings, (row: LinkRow) => String(read(row)))
  return [
    codeColumn({ en: 'Link ID', it: 'ID link' }, (row) => row.id),
    textColumn({ en: 'Title', it: 'Titolo' }, (row) => row.title),
    nameColumn({ en: 'Status', it: 'Stato' }, (row) => presentLink(ctx, row).status, statusNames),
    moneyColumn({ en: 'Amount', it: 'Importo' }, (row) => row.amount),
    moneyColumn({ en: 'Minimum', it: 'Minimo' }, (row) => row.minAmount),
    moneyColumn({ en: 'Maximum', it: 'Massimo' }, (row) => row.maxAmount),
    codeColumn({ en: 'Currency', it: 'Valuta' }, (row) => row.currency),
    codeColumn({ en: 'Uses', it: 'Utilizzi' }, ({ maxUses }) => maxUses?.toString() ?? null),
    count({ en: 'Sent', it: 'Inviato' }, (row) => row.sent),
    count({ en: 'Opened', it: 'Aperto' }, (row) => row.opened),
    count({ en: 'Payments', it: 'Pagamenti' }, (row) => row.payments),
    count({ en: 'Paid', it: 'Pagati' }, (row) => row.paid),
    moneyColumn({ en: 'Amount paid', it: 'Importo pagato' }, (row) => row.paidAmount),
    momentColumn({ en: 'Expires', it: 'Scade' }, (row) => row.expiresAt, timezone),
    momentColumn({ en: 'Created', it: 'Creato' }, (row) => row.createdAt, timezone),
    codeColumn({ en: 'Address', it: 'Indirizzo' }, (row) => linkUrlOf(ctx, row)),
  ]
}

export const exportLinks = (ctx: MerchantCtx, input: ExportPaymentLinks): AsyncGenerator<string> =>
  listExport(ctx, linkList, input, { columns: sheetColumns(ctx), linesOf: (rows) => rows })
