import { randomInt } from 'node:crypto'
import { vi } from 'vitest'
import { payment } from '../make.ts'
import type { StripeAccount } from '../stripe/account.ts'
import type { StripeStandIn } from '../stripe/stripe-stand-in.ts'
import { type Flow, type Ground, newMark } from './ground.ts'
import type { Owner } from './owner.ts'

const SETTLED_WITHIN_MS = 60_000
const MOST_KNOWN = 50

/** Returns flows of a Stripe shop with payments and refunds, while its key is replaced and its account reconnected. */
export async function reconnections(
  ground: Ground,
  owner: Owner,
  { stripe, account }: { stripe: StripeStandIn; account: StripeAccount },
): Promise<Flow[]> {
  const name = 'reconnections'
  const paid: string[] = []
  const connect = () =>
    owner.ask(name, {
      method: 'POST',
      path: '/api/processor-accounts',
      body: {
        processor: 'stripe',
        secretKey: account.key,
        publishableKey: account.publishableKey,
        makeWebhook: false,
      },
    })
  const first = await connect()
  if (first.is !== 'done') throw new Error('the account cannot be connected')
  const send = (path: string, body: object) =>
    ground.untilAnswered('payments by Stripe', {
      method: 'POST',
      path,
      headers: { ...owner.program, 'idempotency-key': newMark() },
      body,
    })
  const { id: merchantId } = await owner.must({ path: '/api/merchants' })

  return [
    {
      name: 'payments by Stripe',
      atOnce: 2,
      step: async () => {
        const order = payment({ amount: '40.00', currency: 'EUR', paymentToken: 'pm_card_visa' })
        const made = await send('/api/transactions', order)
        // A payment may have another outcome while the key is being replaced.
        if (made.is === 'done' && made.json.status === 'success') paid.push(String(made.json.id))
        if (paid.length > MOST_KNOWN) paid.shift()
        const id = paid[randomInt(Math.max(1, paid.length))]
        if (id === undefined || randomInt(2) === 0) return
        const back = await send(`/api/transactions/${id}/refunds`, { amount: '5.00' })
        const isFull = back.is === 'refused' && /refunded|exceeds/.test(back.reason)
        if (!isFull) ground.refused('payments by Stripe', back)
      },
      check: async () => {},
    },
    {
      name,
      step: async () => {
        stripe.rollKey(account)
        const again = await connect()
        ground.refused(name, again)
        if (again.is !== 'done' || first.json.id === again.json.id) return
        ground.doubled.push(`${name}: ${again.json.id} is another account than ${first.json.id}`)
      },
      check: async (db) => {
        const listOpen = (table: 'transactions' | 'refunds') =>
          db
            .selectFrom(table)
            .select('id')
            .where('merchantId', '=', merchantId)
            .where('status', '=', 'pending')
            .execute()
        const open = async () => {
          const left = [...(await listOpen('transactions')), ...(await listOpen('refunds'))]
          if (left.length > 0) throw new Error(`${left.length} payments and refunds are open`)
        }
        await vi
          .waitFor(open, { timeout: SETTLED_WITHIN_MS, interval: 250 })
          .catch((error: Error) => ground.lost.push(`${name}: ${error.message}`))
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
        const here = { captured: await sum('transactions'), refunded: await sum('refunds') }
        const there = stripe.movedBy(account)
        for (const kind of ['captured', 'refunded'] as const) {
          if (here[kind] === there[kind]) continue
          ground.lost.push(`${name}: ${there[kind]} ${kind} at Stripe, ${here[kind]} here`)
        }
        const accounts = await db
          .selectFrom('processorAccounts')
          .select('id')
          .where('merchantId', '=', merchantId)
          .execute()
        if (accounts.length !== 1) ground.doubled.push(`${name}: ${accounts.length} accounts`)
      },
    },
  ]
}
