import type { Selectable } from 'kysely'
import type { ProcessorAccountRow } from '#db/tables/refund-tables.ts'
import type { PaymentImport, ProcessorAccount } from './processor-accounts.schema.ts'

type Account = Selectable<ProcessorAccountRow>

export const accountOf = (row: Account): ProcessorAccount => ({
  id: row.id,
  processor: row.processor,
  paymentMethod: row.paymentMethod,
  keyHint: row.keyHint ?? '',
  publishableKey: row.publishableKey ?? '',
  webhook: row.webhookSecret === null ? 'none' : row.webhookRef === null ? 'pasted' : 'made',
  heardAt: row.heardAt,
  polledAt: row.polledAt,
  import: paymentImportOf(row),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt ?? row.createdAt,
})

/** Returns null unless an import of earlier payments was started. */
function paymentImportOf(row: Account): PaymentImport | null {
  const { importState: state, importSince: since, importUntil: until } = row
  if (state === null || since === null || until === null) return null
  return { state, since, until, count: row.importCount, failures: row.importFailures }
}
