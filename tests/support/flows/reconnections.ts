import { randomInt } from 'node:crypto'
import { vi } from 'vitest'
import { payment } from '../make.ts'
import type { StripeAccount } from '../stripe/account.ts'
import type { StripeStandIn } from '../stripe/stripe-stand-in.ts'
import { type Flow, type FlowClient, uniqueName } from './flow-client.ts'
import type { Owner } from './owner.ts'

const SETTLED_WITHIN_MS = 60_000
const MAX_REMEMBERED = 50

/** Returns flows of a Stripe shop with payments and refunds, while its key is replaced and its account reconnected. */
export async function createReconnectionFlows(
  flowClient: FlowClient,
  owner: Owner,
  { stripe, account }: { stripe: StripeStandIn; account: StripeAccount },
): Promise<Flow[]> {
  const name = 'reconnections'
  const paid: string[] = []
  const connect = () =>
    owner.sendOnce(name, {
      method: 'POST',
      path: '/api/processor-accounts',
      body: {
        processor: 'stripe',
        secretKey: account.key,
        publishableKey: account.publishableKey,
        makeWebhook: false,
      },
    })
  const firstConnection = await connect()
  if (firstConnection.is !== 'done') throw new Error('the account cannot be connected')
  const send = (path: string, body: object) =>
    flowClient.sendUntilResponse('payments by Stripe', {
      method: 'POST',
      path,
      headers: { ...owner.keyHeaders, 'idempotency-key': uniqueName() },
      body,
    })
  const { id: merchantId } = await owner.must({ path: '/api/merchants' })

  return [
    {
      name: 'payments by Stripe',
      atOnce: 2,
      step: async () => {
        const order = payment({ amount: '40.00', currency: 'EUR', paymentToken: 'pm_card_visa' })
        const created = await send('/api/transactions', order)
        // A payment may have another outcome while the key is being replaced.
        if (created.is === 'done' && created.json.status === 'success')
          paid.push(String(created.json.id))
        if (paid.length > MAX_REMEMBERED) paid.shift()
        const id = paid[randomInt(Math.max(1, paid.length))]
        if (id === undefined || randomInt(2) === 0) return
        const refund = await send(`/api/transactions/${id}/refunds`, { amount: '5.00' })
        const isFull = refund.is === 'refused' && /refunded|exceeds/.test(refund.reason)
        if (!isFull) flowClient.reportIfRefused('payments by Stripe', refund)
      },
      check: async () => {},
    },
    {
      name,
      step: async () => {
        stripe.rollKey(account)
        const reconnected = await connect()
        flowClient.reportIfRefused(name, reconnected)
        if (reconnected.is !== 'done' || firstConnection.json.id === reconnected.json.id) return
        flowClient.doubled.push(
          `${name}: ${reconnected.json.id} is another account than ${firstConnection.json.id}`,
        )
      },
      check: async (db) => {
        const listOpen = (table: 'transactions' | 'refunds') =>
          db
            .selectFrom(table)
            .select('id')
            .where('merchantId', '=', merchantId)
            .where('status', '=', 'pending')
            .execute()
        const assertNoneOpen = async () => {
          const openRows = [...(await listOpen('transactions')), ...(await listOpen('refunds'))]
          if (openRows.length > 0)
            throw new Error(`${openRows.length} payments and refunds are open`)
        }
        await vi
          .waitFor(assertNoneOpen, { timeout: SETTLED_WITHIN_MS, interval: 250 })
          .catch((error: Error) => flowClient.lost.push(`${name}: ${error.message}`))
        const sum = async (table: 'transactions' | 'refunds') => {
          const rows = await db
            .selectFrom(table)
            .select('amount')
            .where('merchantId', '=', merchantId)
            .where('status', '=', 'success')
            .where('processor', '=', 'stripe')
            .execute()
          return rows.reduce((all, { amount }) => all + amount, 0)
        }
        const incassoTotals = {
          captured: await sum('transactions'),
          refunded: await sum('refunds'),
        }
        const stripeTotals = stripe.movedBy(account)
        for (const kind of ['captured', 'refunded'] as const) {
          if (incassoTotals[kind] === stripeTotals[kind]) continue
          flowClient.lost.push(
            `${name}: ${stripeTotals[kind]} ${kind} at Stripe, ${incassoTotals[kind]} in Incasso`,
          )
        }
        const accounts = await db
          .selectFrom('processorAccounts')
          .select('id')
          .where('merchantId', '=', merchantId)
          .execute()
        if (accounts.length !== 1) flowClient.doubled.push(`${name}: ${accounts.length} accounts`)
      },
    },
  ]
}
