import type { Db } from '#db/tables.ts'
import type { MerchantCalendar } from '#server/services/rollups/rollups.queries.ts'
import type { Currency } from '#server/shared/money/money.ts'

type Days = MerchantCalendar & { from: string; to: string; currency?: Currency | undefined }

const sumColumns = ['day', 'currency', 'paymentMethod', 'count', 'amount'] as const

/** Lists the stored sums of successful payments by day, currency and method: no payment is read. */
export function listPaymentDays(db: Db, { merchantId, calendar, from, to, currency }: Days) {
  const query = db
    .selectFrom('rollupDays')
    .select(sumColumns)
    .where('merchantId', '=', merchantId)
    .where('calendar', '=', calendar)
    .where('status', '=', 'success')
    .where('day', '>=', from)
    .where('day', '<=', to)
  return (currency === undefined ? query : query.where('currency', '=', currency)).execute()
}

/** Lists the stored sums of successful refunds by day, currency and method. */
export function listRefundDays(db: Db, { merchantId, calendar, from, to, currency }: Days) {
  const query = db
    .selectFrom('rollupRefundDays')
    .select(sumColumns)
    .where('merchantId', '=', merchantId)
    .where('calendar', '=', calendar)
    .where('status', '=', 'success')
    .where('day', '>=', from)
    .where('day', '<=', to)
  return (currency === undefined ? query : query.where('currency', '=', currency)).execute()
}

/** Finds the first and the last day with sums of payments or refunds; undefined without any. */
export async function findTakingsSpan(
  db: Db,
  { merchantId, calendar }: MerchantCalendar,
): Promise<{ from: string; to: string } | undefined> {
  const spans = await Promise.all(
    (['rollupDays', 'rollupRefundDays'] as const).map((table) =>
      db
        .selectFrom(table)
        .select(({ fn }) => [
          fn.min<string | null>('day').as('from'),
          fn.max<string | null>('day').as('to'),
        ])
        .where('merchantId', '=', merchantId)
        .where('calendar', '=', calendar)
        .executeTakeFirstOrThrow(),
    ),
  )
  const [from, to] = [
    spans.flatMap((span) => span.from ?? []).toSorted()[0],
    spans
      .flatMap((span) => span.to ?? [])
      .toSorted()
      .at(-1),
  ]
  return from !== undefined && to !== undefined ? { from, to } : undefined
}
