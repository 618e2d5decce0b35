import type { DisputeRow } from '#db/tables/dispute-tables.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import type { ListDefinition, ListFilter } from '#server/core/lists/list-definition.ts'
import { listExport } from '#server/core/lists/list-export.ts'
import { listFilter } from '#server/core/lists/list-filter.ts'
import { listGroups } from '#server/core/lists/list-groups.ts'
import { searchScope } from '#server/services/search/search-scope.ts'
import { startOfDayMs, toIso } from '#server/shared/day.ts'
import {
  amountColumns,
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
  DisputeCaseState,
  DisputeReason,
  type DisputeSort,
  disputeSorts,
} from './dispute-enums.schema.ts'
import { disputeOf } from './disputes.rules.ts'
import type { Dispute, ExportDisputes, ListDisputes } from './disputes.schema.ts'

type DisputeListInput = Omit<ListDisputes, 'sort' | 'limit' | 'page' | 'cursor'>

type DisputeFilter = ListFilter &
  Pick<DisputeListInput, 'state' | 'reason' | 'currency' | 'customerId' | 'transactionId'> & {
    /** ISO-8601 instant. */
    dueBefore?: string | undefined
  }

/** Limit of the filter `dueBefore`: disputes that need no response have a later placeholder as `deadline`. */
const LAST_DEADLINE = '9000-01-01T00:00:00.000Z'

export const disputeList: ListDefinition<
  'disputes',
  DisputeRow,
  DisputeFilter,
  DisputeSort,
  DisputeListInput,
  Dispute
> = {
  table: 'disputes',
  columns: 'all',
  groupBy: 'state',
  conditions: {
    state: 'equal',
    reason: (eb, reason) => eb('category', '=', reason),
    currency: 'equal',
    customerId: 'equal',
    transactionId: 'equal',
    dueBefore: (eb, instant) => eb('deadline', '<', instant),
  },
  sorts: disputeSorts,
  numbers: ['amount'],
  indexed: ['customerId', 'state'],
  fewBy: 'transactionId',
  find: (ctx, { dueBefore, ...input }) => {
    const due = dueBefore && toIso(startOfDayMs(dueBefore, ctx.merchant.timezone))
    const filter = {
      ...listFilter(ctx, input),
      ...(due && { dueBefore: due < LAST_DEADLINE ? due : LAST_DEADLINE }),
    }
    return searchScope(ctx, filter, { kind: 'dispute', search: input.search })
  },
  toResponses: (_, rows) => rows.map(disputeOf),
}

/** Returns count and sum of the matching disputes by state and currency. */
export async function summarizeDisputes(ctx: MerchantCtx, input: DisputeListInput) {
  const { groups, isExact } = await listGroups(ctx, disputeList, input)
  return {
    isExact,
    groups: groups.map(({ status, ...sums }) => ({
      ...sums,
      status: DisputeCaseState.parse(status),
    })),
  }
}

const stateNames: Record<SheetLanguage, Record<DisputeCaseState, string>> = {
  en: {
    warning: 'Fraud warning',
    inquiry: 'Bank inquiry',
    needs_response: 'To answer',
    under_review: 'Under review',
    won: 'Won',
    lost: 'Lost',
  },
  it: {
    warning: 'Segnalazione di frode',
    inquiry: 'Richiesta della banca',
    needs_response: 'Risposta richiesta',
    under_review: 'In esame',
    won: 'Vinta',
    lost: 'Persa',
  },
}

const reasonNames: Record<SheetLanguage, Record<DisputeReason, string>> = {
  en: {
    fraudulent: 'Fraud',
    product_not_received: 'Not received',
    product_unacceptable: 'Not as described, or defective',
    duplicate: 'Paid twice',
    credit_not_processed: 'Refund not received',
    subscription_canceled: 'Cancelled subscription',
    general: 'Other',
  },
  it: {
    fraudulent: 'Frode',
    product_not_received: 'Non ricevuto',
    product_unacceptable: 'Non conforme o difettoso',
    duplicate: 'Pagato due volte',
    credit_not_processed: 'Rimborso non ricevuto',
    subscription_canceled: 'Abbonamento disdetto',
    general: 'Altro',
  },
}

const sheetColumns = (timezone: string): SheetColumn<DisputeRow>[] => [
  codeColumn({ en: 'Dispute ID', it: 'ID contestazione' }, (row) => row.id),
  codeColumn({ en: 'Transaction ID', it: 'ID transazione' }, (row) => row.reference),
  ...instantColumns({ en: 'Opened', it: 'Aperta' }, (row: DisputeRow) => row.createdAt, timezone),
  textColumn({ en: 'Customer', it: 'Cliente' }, (row) => row.customerName),
  codeColumn({ en: 'Email', it: 'Email' }, (row) => row.customerEmail),
  ...amountColumns<DisputeRow>(),
  moneyColumn({ en: 'Withdrawn', it: 'Prelevato' }, (row: DisputeRow) => row.withdrawn),
  moneyColumn({ en: 'Fee', it: 'Commissione' }, (row: DisputeRow) => row.fee),
  nameColumn(
    { en: 'Reason', it: 'Motivo' },
    (row) => DisputeReason.parse(row.category),
    reasonNames,
  ),
  textColumn({ en: "Bank's reason", it: 'Motivo della banca' }, (row) => row.networkReason),
  nameColumn({ en: 'State', it: 'Stato' }, (row) => row.state, stateNames),
  momentColumn({ en: 'Answer by', it: 'Rispondere entro' }, (row) => row.evidenceDueAt, timezone),
  momentColumn({ en: 'Answered', it: 'Risposta inviata' }, (row) => row.submittedAt, timezone),
  momentColumn({ en: 'Accepted', it: 'Accettata' }, (row) => row.acceptedAt, timezone),
  momentColumn({ en: 'Closed', it: 'Chiusa' }, (row) => row.closedAt, timezone),
]

export const exportDisputes = (ctx: MerchantCtx, input: ExportDisputes): AsyncGenerator<string> =>
  listExport(ctx, disputeList, input, {
    columns: sheetColumns(ctx.merchant.timezone),
    linesOf: (rows) => rows,
  })
