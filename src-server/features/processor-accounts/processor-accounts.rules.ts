import type { Selectable } from 'kysely'
import type { ProcessorAccountRow } from '#db/refund-tables.ts'
import type { ProcessorAccount } from './processor-accounts.schema.ts'

type Account = Selectable<ProcessorAccountRow>

export const accountOf = (row: Account): ProcessorAccount => ({
  id: row.id,
  processor: 'stripe',
  paymentMethod: row.paymentMethod,
  keyHint: row.keyHint ?? '',
  publishableKey: row.publishableKey ?? '',
  webhook: row.webhookSecret === null ? 'none' : row.webhookRef === null ? 'pasted' : 'made',
  heardAt: row.heardAt,
  polledAt: row.polledAt,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt ?? row.createdAt,
})

/** As much of a key as may be shown: what kind it is, and its end. */
export const keyHintOf = (key: string): string =>
  `${/^\w\w_(?:test|live)_/.exec(key)?.[0] ?? ''}…${key.slice(-4)}`
