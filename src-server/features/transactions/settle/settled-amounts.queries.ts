import { type ExpressionBuilder, sql } from 'kysely'
import type { Database, DialectDb } from '#db/tables.ts'
import { inList } from '#server/core/lists/list.queries.ts'
import type { SettlementState } from '../transaction-enums.schema.ts'
import type { SettledAmounts } from '../transaction-v2.rules.ts'

/**
 * Returns the settled amounts of the payments that have balance entries: the fees of all their entries, and the
 * amount that is left after refunds and disputes.
 */
export async function sumSettled(
  { db, dialect }: DialectDb,
  { merchantId, ids }: { merchantId: string; ids: readonly string[] },
): Promise<Map<string, SettledAmounts>> {
  if (ids.length === 0) return new Map()
  const sumOf = (column: 'fee' | 'net') =>
    sql<number>`cast(sum(${sql.ref(column)}) as bigint)`.as(column)
  const rows = await db
    .selectFrom('balanceEntries')
    .select(({ ref }) => [
      ref('transactionId').$notNull().as('id'),
      'currency',
      sumOf('fee'),
      sumOf('net'),
    ])
    .where('merchantId', '=', merchantId)
    .where('transactionId', 'in', inList(dialect, ids))
    .groupBy(['transactionId', 'currency'])
    .execute()
  return new Map(
    rows.map(({ id, currency, fee, net }) => [
      id,
      { currency, fee: Number(fee), net: Number(net) },
    ]),
  )
}

const hasEntry = sql<boolean>`exists (select 1 from balance_entries e
  where e.merchant_id = transactions.merchant_id and e.transaction_id = transactions.id)`

const isBalanceRead = sql<boolean>`exists (select 1 from balance_accounts a
  where a.merchant_id = transactions.merchant_id and a.processor = transactions.processor)`

/**
 * Condition of successful payments: with a balance entry, without one at a processor whose balance is read, or at a
 * processor that reports none.
 */
export function settledCondition(
  eb: ExpressionBuilder<Database, 'transactions'>,
  settled: SettlementState,
) {
  const isPaid = eb('status', '=', 'success')
  if (settled === 'true') return eb.and([isPaid, hasEntry])
  const balanceCondition = settled === 'false' ? isBalanceRead : eb.not(isBalanceRead)
  return eb.and([isPaid, eb.not(hasEntry), balanceCondition])
}
