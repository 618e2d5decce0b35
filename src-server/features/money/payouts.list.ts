import type { Selectable } from 'kysely'
import type { PayoutRow } from '#db/tables/balance-tables.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import type { ListDefinition } from '#server/core/lists/list-definition.ts'
import { listExport } from '#server/core/lists/list-export.ts'
import { listFilter } from '#server/core/lists/list-filter.ts'
import { amountTermsOf, termsOf } from '#server/services/search/search.rules.ts'
import { minorFromDecimal } from '#server/shared/money/money.ts'
import {
  amountColumns,
  codeColumn,
  instantColumns,
  momentColumn,
  nameColumn,
  type SheetColumn,
  type SheetLanguage,
  textColumn,
} from '#server/shared/text/sheet.ts'
import { payoutOf } from './money.rules.ts'
import type { ExportPayouts, Payout, SummarizePayouts } from './money.schema.ts'
import { type MoneySort, moneySorts, type PayoutStatus } from './money-enums.schema.ts'
import { listInTransitIds, type PayoutFilter, payoutConditions } from './payouts.queries.ts'

/**
 * Maximum number of payouts in transit that are listed by their ids. Without ids, a sort would read all older payouts.
 */
const MAX_LISTED_BY_ID = 1000

type ListedPayout = Selectable<PayoutRow>

export const payoutList: ListDefinition<
  'payouts',
  ListedPayout,
  PayoutFilter,
  MoneySort,
  SummarizePayouts,
  Payout
> = {
  table: 'payouts',
  columns: 'all',
  conditions: payoutConditions,
  sorts: moneySorts,
  numbers: ['amount'],
  indexed: ['status', 'currency'],
  find: async (ctx, { search = '', ...input }) => {
    const words = searchWords(search)
    const filter = { ...listFilter(ctx, input), ...(words.length > 0 && { words }) }
    if (input.part === undefined) return { filter }
    const where = { merchantId: ctx.merchant.id, limit: MAX_LISTED_BY_ID + 1 }
    const ids = await listInTransitIds(ctx.db, where)
    // When many payouts are in transit, a page in any sort is soon filled without their ids.
    return ids.length > MAX_LISTED_BY_ID ? { filter } : { filter, ids }
  },
  toResponses: (_, rows) => rows.map(payoutOf),
}

/** Returns the words of a search, with amounts in hundredths as they are stored. */
const searchWords = (search: string): string[] =>
  (amountTermsOf(search) ?? termsOf(search)).map((word) => {
    const minor = /\.\d\d$/.test(word) ? minorFromDecimal(word) : undefined
    return minor === undefined ? word : String(minor)
  })

const statusNames: Record<SheetLanguage, Record<PayoutStatus, string>> = {
  en: {
    pending: 'Pending',
    in_transit: 'In transit',
    paid: 'Paid',
    failed: 'Failed',
    canceled: 'Canceled',
  },
  it: {
    pending: 'In attesa',
    in_transit: 'In arrivo',
    paid: 'Accreditato',
    failed: 'Non riuscito',
    canceled: 'Annullato',
  },
}

const sheetColumns = (timezone: string): SheetColumn<ListedPayout>[] => [
  codeColumn({ en: 'Payout ID', it: 'ID accredito' }, (row) => row.id),
  ...instantColumns({ en: 'Date', it: 'Data' }, (row: ListedPayout) => row.createdAt, timezone),
  momentColumn({ en: 'Arrival', it: 'Data di arrivo' }, (row) => row.arrivalAt, timezone),
  ...amountColumns<ListedPayout>(),
  nameColumn({ en: 'Status', it: 'Stato' }, (row) => row.status, statusNames),
  codeColumn({ en: 'Entries', it: 'Movimenti' }, (row) => String(row.entryCount)),
  textColumn({ en: 'Trace ID', it: 'ID di tracciamento' }, (row) => row.traceId),
  textColumn({ en: 'Bank account', it: 'Conto bancario' }, (row) => row.bankLast4),
  textColumn({ en: 'Failure reason', it: "Motivo dell'errore" }, (row) => row.failureReason),
  codeColumn({ en: 'Processor', it: 'Fornitore' }, (row) => row.processor),
]

export const exportPayouts = (ctx: MerchantCtx, input: ExportPayouts): AsyncGenerator<string> =>
  listExport(ctx, payoutList, input, {
    columns: sheetColumns(ctx.merchant.timezone),
    linesOf: (rows) => rows,
  })
