import type { Kysely } from 'kysely'
import type { Database } from '#db/tables.ts'

export type Kind = {
  paymentMethod: 'card' | 'paypal' | 'bank'
  /** Last two digits of the amount, which decide the outcome in the sandbox. */
  cents: string
  isPendingFirst?: true
  ends: 'success' | 'failed'
  reason?: string
}

/** Every outcome of a payment in the sandbox: at once, later, with a lost response, declined. */
export const kinds: readonly Kind[] = [
  { paymentMethod: 'card', cents: '10', ends: 'success' },
  { paymentMethod: 'card', cents: '01', ends: 'failed', reason: 'card_declined' },
  { paymentMethod: 'card', cents: '03', isPendingFirst: true, ends: 'success' },
  { paymentMethod: 'card', cents: '04', isPendingFirst: true, ends: 'failed', reason: 'expired' },
  { paymentMethod: 'card', cents: '05', isPendingFirst: true, ends: 'success' },
  { paymentMethod: 'paypal', cents: '20', ends: 'success' },
  { paymentMethod: 'bank', cents: '30', isPendingFirst: true, ends: 'success' },
  {
    paymentMethod: 'bank',
    cents: '01',
    isPendingFirst: true,
    ends: 'failed',
    reason: 'transfer_rejected',
  },
]

type RowFindings = { doubled: string[]; halved: string[] }

/** Notes every final payment, acknowledged or not, with missing or repeated steps and events. */
export async function checkPaymentRows(db: Kysely<Database>, noted: RowFindings): Promise<void> {
  const rows = await db.selectFrom('transactions').selectAll().execute()
  const steps = kindsBy(
    await db.selectFrom('transactionEvents').select(['transactionId as id', 'type']).execute(),
  )
  const events = kindsBy(
    await db.selectFrom('webhookEvents').select(['objectId as id', 'eventType as type']).execute(),
  )
  const hooked = new Set(
    (await db.selectFrom('integrations').selectAll().execute())
      .filter(({ webhookUrl }) => webhookUrl !== null)
      .map(({ merchantId }) => merchantId),
  )
  const compare = (about: string, found: string[] = [], wanted: string[]) => {
    const [is, must] = [found.toSorted().join(), wanted.toSorted().join()]
    if (is === must) return
    const list = found.length > wanted.length ? noted.doubled : noted.halved
    list.push(`payments: ${about} are ${is || 'none'}, not ${must}`)
  }
  for (const { id, merchantId, amount, paymentMethod, status } of rows) {
    compare(`steps of ${id}`, steps.get(id), ['created', 'status_changed'])
    if (!hooked.has(merchantId)) continue
    const cents = String(amount % 100).padStart(2, '0')
    const kind = kinds.find((each) => each.cents === cents && each.paymentMethod === paymentMethod)
    compare(`events of ${id}`, events.get(id), [
      status === 'success' ? 'payment.completed' : 'payment.failed',
      ...(kind?.isPendingFirst ? ['payment.pending'] : []),
    ])
  }
}

/** Groups the types of all rows by payment. */
function kindsBy(rows: { id: string | null; type: string }[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { id, type } of rows) {
    if (id !== null) found.set(id, [...(found.get(id) ?? []), type])
  }
  return found
}
