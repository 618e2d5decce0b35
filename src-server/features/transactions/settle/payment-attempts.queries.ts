import type { PaymentAttemptRow } from '#db/tables/refund-tables.ts'
import type { Db } from '#db/tables.ts'

type Payment = { merchantId: string; id: string }

export const insertAttempt = (
  db: Db,
  row: Pick<PaymentAttemptRow, 'merchantId' | 'transactionId' | 'number' | 'at'>,
) => db.insertInto('paymentAttempts').values(row).execute()

export const listAttempts = (db: Db, { merchantId, id }: Payment) =>
  db
    .selectFrom('paymentAttempts')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('transactionId', '=', id)
    .orderBy('number')
    .execute()

/** Ends the open attempts of a payment. Attempts that have an outcome stay unchanged. */
export const endAttempts = (
  db: Db,
  { merchantId, id }: Payment,
  end: Pick<PaymentAttemptRow, 'endedAt' | 'outcome'> & { reason?: string | null },
) =>
  db
    .updateTable('paymentAttempts')
    .set(end)
    .where('merchantId', '=', merchantId)
    .where('transactionId', '=', id)
    .where('outcome', 'is', null)
    .execute()

type ReportedAttempt = Pick<
  PaymentAttemptRow,
  'endedAt' | 'outcome' | 'reason' | 'processorRef' | 'processorCode'
> & { number: number; at: string }

/** Stores an attempt as its processor reports it. A stored attempt that has an outcome stays unchanged. */
export const storeAttempt = (db: Db, { merchantId, id }: Payment, attempt: ReportedAttempt) =>
  db
    .insertInto('paymentAttempts')
    .values({ merchantId, transactionId: id, ...attempt })
    .onConflict((conflict) =>
      conflict
        .columns(['merchantId', 'transactionId', 'number'])
        .doUpdateSet(({ ref }) => ({
          endedAt: ref('excluded.endedAt'),
          outcome: ref('excluded.outcome'),
          reason: ref('excluded.reason'),
          processorRef: ref('excluded.processorRef'),
          processorCode: ref('excluded.processorCode'),
        }))
        .where('paymentAttempts.outcome', 'is', null),
    )
    .execute()

/** Stores an attempt that is under way, unless it is stored already. */
export const openAttempt = (
  db: Db,
  { merchantId, id }: Payment,
  { number, at }: { number: number; at: string },
) =>
  db
    .insertInto('paymentAttempts')
    .values({ merchantId, transactionId: id, number, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Stores when a payment was authorized, if it has no attempt because its processor works offline. */
export const storeAuthorizedAttempt = (
  db: Db,
  { merchantId, id, createdAt }: Payment & { createdAt: string },
  endedAt: string,
) =>
  db
    .insertInto('paymentAttempts')
    .values({
      merchantId,
      transactionId: id,
      number: 1,
      at: createdAt,
      endedAt,
      outcome: 'authorized',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
