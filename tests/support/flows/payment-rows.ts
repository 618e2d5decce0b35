import type { Kysely } from 'kysely'
import type { Database } from '#db/tables.ts'

export type PaymentKind = {
  paymentMethod: 'card' | 'paypal' | 'bank'
  /** Last two digits of the amount, which decide the outcome in the sandbox. */
  cents: string
  isPendingFirst?: true
  ends: 'success' | 'failed'
  reason?: string
}

/** Every outcome of a payment in the sandbox: at once, later, with a lost response, declined. */
export const kinds: readonly PaymentKind[] = [
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

/** Records every final payment, acknowledged or not, with missing or repeated steps and events. */
export async function checkPaymentRows(
  db: Kysely<Database>,
  rowFindings: RowFindings,
): Promise<void> {
  const rows = await db.selectFrom('transactions').selectAll().execute()
  const steps = groupTypes(
    await db.selectFrom('transactionEvents').select(['transactionId as id', 'type']).execute(),
  )
  const events = groupTypes(
    await db.selectFrom('webhookEvents').select(['objectId as id', 'eventType as type']).execute(),
  )
  const merchantsWithEndpoint = new Set(
    (await db.selectFrom('integrations').selectAll().execute())
      .filter(({ webhookUrl }) => webhookUrl !== null)
      .map(({ merchantId }) => merchantId),
  )
  const compare = (about: string, found: string[] = [], expectedTypes: string[]) => {
    const [actual, expected] = [found.toSorted().join(), expectedTypes.toSorted().join()]
    if (actual === expected) return
    const list = found.length > expectedTypes.length ? rowFindings.doubled : rowFindings.halved
    list.push(`payments: ${about} are ${actual || 'none'}, not ${expected}`)
  }
  for (const { id, merchantId, amount, paymentMethod, status } of rows) {
    compare(`steps of ${id}`, steps.get(id), ['created', 'status_changed'])
    if (!merchantsWithEndpoint.has(merchantId)) continue
    const cents = String(amount % 100).padStart(2, '0')
    const kind = kinds.find((each) => each.cents === cents && each.paymentMethod === paymentMethod)
    compare(`events of ${id}`, events.get(id), [
      status === 'success' ? 'payment.completed' : 'payment.failed',
      ...(kind?.isPendingFirst ? ['payment.pending'] : []),
    ])
  }
}

/** Groups the types of all rows by payment. */
function groupTypes(rows: { id: string | null; type: string }[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { id, type } of rows) {
    if (id !== null) found.set(id, [...(found.get(id) ?? []), type])
  }
  return found
}
