import type { MerchantCtx } from '#server/core/context.ts'
import type { ListDefinition } from '#server/core/lists/list-definition.ts'
import { listExport } from '#server/core/lists/list-export.ts'
import { listFilter } from '#server/core/lists/list-filter.ts'
import { findMatches } from '#server/services/search/find-matches.ts'
import { amountTermsOf, termsOf } from '#server/services/search/search.rules.ts'
import { toIso } from '#server/shared/day.ts'
import {
  codeColumn,
  instantColumns,
  momentColumn,
  moneyColumn,
  nameColumn,
  type SheetColumn,
  type SheetLanguage,
  textColumn,
} from '#server/shared/text/sheet.ts'
import {
  type EntryFilter,
  findCustomerEntries,
  findPart,
  findSoughtEntries,
  partCondition,
  sumTotals,
} from './entries.queries.ts'
import { entryColumns, entryOf, type ListedEntry } from './money.rules.ts'
import type { BalanceEntry, ExportEntries, SummarizeEntries } from './money.schema.ts'
import { type EntryType, type MoneySort, moneySorts } from './money-enums.schema.ts'

/** Limit on the matches of a search: more than a person reads. */
const MAX_FOUND = 1000

export const entryList: ListDefinition<
  'balanceEntries',
  ListedEntry,
  EntryFilter,
  MoneySort,
  SummarizeEntries,
  BalanceEntry
> = {
  table: 'balanceEntries',
  columns: entryColumns,
  conditions: {
    type: 'equal',
    currency: 'equal',
    processor: 'equal',
    payoutId: 'equal',
    transactionId: 'equal',
    part: (eb, part) => partCondition(eb, part),
  },
  sorts: moneySorts,
  numbers: ['amount'],
  indexed: ['payoutId', 'transactionId', 'type'],
  fewBy: 'transactionId',
  find: async (ctx, { search = '', part: name, customerId, ...input }) => {
    const part = name && { name, at: toIso(ctx.now()) }
    const filter = { ...listFilter(ctx, input), ...(part && { part }) }
    const searchedIds = termsOf(search).length > 0 ? await searchEntries(ctx, search) : undefined
    const ids =
      customerId === undefined
        ? (searchedIds ?? (part && (await findPartIds(ctx, part))))
        : await findIdsOfCustomer(ctx, customerId, searchedIds)
    return ids?.length === 0 ? undefined : { filter, ...(ids && { ids }) }
  },
  keptSums: (db, filter) => {
    const { from, to, payoutId, transactionId, part } = filter
    const unsupported = [from, to, payoutId, transactionId, part]
    if (unsupported.some((value) => value !== undefined)) return undefined
    return sumTotals(db, filter).then((sums) =>
      sums.map(({ type, currency, count, amount }) => ({ status: type, currency, count, amount })),
    )
  },
  toResponses: (_, rows) => rows.map(entryOf),
}

/**
 * Returns the ids of the entries of a part of the balance. Returns undefined when there are many: a page in the list's
 * order is then soon filled without the ids.
 */
async function findPartIds(
  { db, merchant }: MerchantCtx,
  part: NonNullable<EntryFilter['part']>,
): Promise<string[] | undefined> {
  const ids = await findPart(db, { merchantId: merchant.id, part, limit: MAX_FOUND + 1 })
  return ids.length > MAX_FOUND ? undefined : ids
}

/** Returns the ids of the entries of a customer's newest payments; with `among` only those that are in `among`. */
async function findIdsOfCustomer(
  { db, dialect, merchant }: MerchantCtx,
  customerId: string,
  among: readonly string[] | undefined,
): Promise<string[]> {
  const where = { merchantId: merchant.id, dialect, customerId, limit: MAX_FOUND }
  const ids = await findCustomerEntries(db, where)
  if (!among) return ids
  const allowedIds = new Set(among)
  return ids.filter((id) => allowedIds.has(id))
}

/** Finds entries by the search texts of their payments, so that entries need no texts of their own. */
async function searchEntries(
  { db, dialect, merchant }: MerchantCtx,
  search: string,
): Promise<string[]> {
  const merchantId = merchant.id
  const transactionIds = await findMatches(db, dialect, {
    merchantId,
    kind: 'transaction',
    terms: termsOf(search),
    otherTerms: amountTermsOf(search),
  })
  return findSoughtEntries(db, {
    merchantId,
    dialect,
    id: search.trim(),
    transactionIds: transactionIds.slice(0, MAX_FOUND),
    limit: MAX_FOUND,
  })
}

const typeNames: Record<SheetLanguage, Record<EntryType, string>> = {
  en: {
    charge: 'Payment',
    refund: 'Refund',
    refund_failure: 'Failed refund',
    dispute: 'Dispute',
    dispute_reversal: 'Dispute won',
    fee: 'Fee',
    payout: 'Payout',
    payout_failure: 'Failed payout',
    transfer: 'Transfer',
    adjustment: 'Adjustment',
    other: 'Other',
  },
  it: {
    charge: 'Incasso',
    refund: 'Rimborso',
    refund_failure: 'Rimborso non riuscito',
    dispute: 'Contestazione',
    dispute_reversal: 'Contestazione vinta',
    fee: 'Commissione',
    payout: 'Accredito',
    payout_failure: 'Accredito non riuscito',
    transfer: 'Trasferimento',
    adjustment: 'Rettifica',
    other: 'Altro',
  },
}

const sheetColumns = (timezone: string): SheetColumn<ListedEntry>[] => [
  codeColumn({ en: 'Entry ID', it: 'ID movimento' }, (row) => row.id),
  ...instantColumns({ en: 'Date', it: 'Data' }, (row: ListedEntry) => row.createdAt, timezone),
  momentColumn({ en: 'Available', it: 'Disponibile' }, (row) => row.availableAt, timezone),
  nameColumn({ en: 'Type', it: 'Tipo' }, (row) => row.type, typeNames),
  textColumn({ en: 'Raw type', it: 'Tipo originale' }, (row) => row.rawType),
  moneyColumn({ en: 'Gross', it: 'Lordo' }, (row: ListedEntry) => row.amount),
  moneyColumn({ en: 'Fee', it: 'Commissione' }, (row: ListedEntry) => row.fee),
  moneyColumn({ en: 'Net', it: 'Netto' }, (row: ListedEntry) => row.net),
  codeColumn({ en: 'Currency', it: 'Valuta' }, (row) => row.currency),
  codeColumn({ en: 'Payment ID', it: 'ID pagamento' }, (row) => row.transactionId),
  codeColumn({ en: 'Refund ID', it: 'ID rimborso' }, (row) => row.refundId),
  codeColumn({ en: 'Payout ID', it: 'ID accredito' }, (row) => row.payoutId),
  codeColumn({ en: 'Processor', it: 'Fornitore' }, (row) => row.processor),
  textColumn({ en: 'Description', it: 'Descrizione' }, (row) => row.description),
]

export const exportEntries = (ctx: MerchantCtx, input: ExportEntries): AsyncGenerator<string> =>
  listExport(ctx, entryList, input, {
    columns: sheetColumns(ctx.merchant.timezone),
    linesOf: (rows) => rows,
  })
