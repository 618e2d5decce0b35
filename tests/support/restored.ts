import { openDatabase } from '#db/database.ts'
import { addFault, type Tally } from './drill.ts'
import { createKeepAliveClient } from './keep-alive.ts'
import type { KillableServer } from './killable-server.ts'
import { payment } from './make.ts'

/** Acknowledged payments by their idempotency keys. */
export type AcknowledgedPayments = Map<string, { id: string; amount: string }>

/** Number of acknowledged payments that are retried on the restored server. */
const RETRIED_PAYMENTS = 20

/** Returns the stored payments by ID, each as JSON text with only the columns that never change. */
export async function paymentsIn(databaseUrl: string): Promise<Map<string, string>> {
  const { db, close } = openDatabase({ url: databaseUrl })
  try {
    const rows = await db
      .selectFrom('transactions')
      .select(['id', 'merchantId', 'amount', 'currency', 'customerId', 'customerEmail'])
      .select(['transactionId', 'paymentMethod', 'day', 'createdAt'])
      .execute()
    return new Map(rows.map((row) => [row.id, JSON.stringify(row)]))
  } finally {
    await close()
  }
}

/**
 * Retries acknowledged payments on the restored server, and makes one new payment. Records lost or doubled payments in
 * `found`.
 */
export async function retryPayments(
  server: Pick<KillableServer, 'url'>,
  { secret, before, found }: { secret: string; before: AcknowledgedPayments; found: Tally },
): Promise<void> {
  using client = createKeepAliveClient(server.url, 4)
  const pay = (key: string, body: object) =>
    client.send({
      method: 'POST',
      path: '/api/payments',
      headers: { authorization: `Bearer ${secret}`, 'idempotency-key': key },
      body,
    })
  for (const [key, { id, amount }] of [...before].slice(-RETRIED_PAYMENTS)) {
    const customer = { customerName: 'Ada Rossi', customerEmail: 'ada@example.com' }
    const repeated = await pay(key, { amount, ...customer })
    const description = `${id} paid again in the restored server: ${repeated.status} ${repeated.body.slice(0, 200)}`
    if (repeated.status !== 201) addFault(found, 'lost', description)
    else if (JSON.parse(repeated.body).id !== id) addFault(found, 'doubled', description)
  }
  const newPayment = await pay('after-the-restore', payment())
  if (newPayment.status !== 201) {
    const description = `the restored server responded with ${newPayment.status} ${newPayment.body.slice(0, 200)}`
    addFault(found, 'crashed', description)
  }
}
