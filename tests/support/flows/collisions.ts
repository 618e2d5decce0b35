import { randomInt } from 'node:crypto'
import { payment } from '../make.ts'
import { type Flow, type FlowClient, type Outcome, uniqueName } from './flow-client.ts'
import type { Owner } from './owner.ts'

/** Statuses that a change may get because another change came first. Only other refusals are faults. */
const EXPECTED_STATUSES = [404, 409]

/**
 * Changes one customer in many ways at once: a new payment, a cancellation, a new name, a replay of events, and the
 * erasure. After an erasure no stored row may contain the customer's name.
 */
export function createCollisionFlow(flowClient: FlowClient, owner: Owner): Flow {
  const name = 'collisions'
  const erased: string[] = []

  const send = async (flow: string, method: string, path: string, body?: object) => {
    const headers = owner.keyHeaders
    const outcome = await flowClient.sendOnce(flow, {
      method,
      path,
      headers,
      ...(body && { body }),
    })
    if (outcome.is !== 'refused' || !EXPECTED_STATUSES.includes(outcome.status))
      flowClient.reportIfRefused(name, outcome)
    return outcome
  }
  const pay = (mark: string): Promise<Outcome> =>
    flowClient.sendUntilResponse(name, {
      method: 'POST',
      path: '/api/payments',
      headers: { ...owner.keyHeaders, 'idempotency-key': uniqueName() },
      body: payment({
        amount: `${randomInt(1, 900)}.30`,
        paymentMethod: 'bank',
        customerName: `Zed ${mark}`,
        customerEmail: `${mark}@example.com`,
      }),
    })
  const replayLast = async () => {
    const [lastEvent] = await owner.must({ path: '/api/webhook-events?limit=1' })
    // The replay needs no input, but an empty body would have no content type.
    if (lastEvent) await send('replays', 'POST', `/api/webhook-events/${lastEvent.id}/replay`, {})
  }

  return {
    name,
    atOnce: 2,
    step: async () => {
      const mark = uniqueName()
      const first = await pay(mark)
      flowClient.reportIfRefused(name, first)
      if (first.is !== 'done') return
      const { id, customerId } = first.json
      const customer = `/api/customers/${customerId}`
      const [, , , , erasure] = await Promise.all([
        pay(mark),
        send('cancellations', 'PUT', `/api/transactions/${id}`, { status: 'failed' }),
        send('renamings', 'PUT', customer, { name: `Zed ${mark} again` }),
        replayLast(),
        send('erasures at once', 'DELETE', customer),
      ])
      if (erasure.is === 'done') erased.push(String(customerId))
    },
    check: async (db) => {
      const rows = await db
        .selectFrom('customers')
        .leftJoin('transactions', (join) =>
          join
            .onRef('transactions.merchantId', '=', 'customers.merchantId')
            .onRef('transactions.customerId', '=', 'customers.id'),
        )
        .select(['customers.id', 'customers.name', 'customers.email', 'customerName'])
        .execute()
      const namedIds = new Set(
        rows
          .filter((row) => `${row.name} ${row.email} ${row.customerName}`.includes('Zed '))
          .map(({ id }) => id),
      )
      for (const id of erased) {
        // A row that still contains the name has lost the acknowledged erasure.
        if (namedIds.has(id)) flowClient.lost.push(`${name}: ${id} was erased and is named`)
      }
    },
  }
}
