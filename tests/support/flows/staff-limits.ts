import type { Kysely } from 'kysely'
import type { Database } from '#db/tables.ts'
import { payment } from '../make.ts'
import { type Flow, type FlowClient, uniqueName } from './flow-client.ts'
import { cookieOf, type Owner, signUpRequest } from './owner.ts'

const LIMIT = 10_000
const AT_ONCE = 4

/** Returns a flow of staff with a daily refund limit, who refund in parallel through both processes. */
export async function createStaffLimitFlow(flowClient: FlowClient, owner: Owner): Promise<Flow> {
  const name = 'staff refunds'
  const trpc = (procedure: string, body: object) => ({
    method: 'POST',
    path: `/trpc/${procedure}`,
    body,
  })
  await owner.must(trpc('merchant.changeRefundLimits', { staffRefundDayLimit: '100.00' }))
  const invitation = await owner.must(trpc('team.invite', { role: 'staff', email: null }))
  const token = String(invitation.result.data.link.split('#')[1])
  const signedUp = await flowClient.sendUntilResponse(
    'set-up',
    signUpRequest('limited@example.com'),
  )
  if (signedUp.is !== 'done') throw new Error(`staff cannot sign up: ${signedUp.body}`)
  const headers = { cookie: cookieOf(signedUp.cookies) }
  const acceptance = { ...trpc('team.accept', { token }), headers }
  const accepted = await flowClient.sendUntilResponse('set-up', acceptance)
  if (accepted.is !== 'done') throw new Error(`staff cannot join: ${accepted.body}`)
  return {
    name,
    atOnce: AT_ONCE,
    step: async () => {
      const paid = await flowClient.sendUntilResponse(name, {
        method: 'POST',
        path: '/api/transactions',
        headers: { ...owner.keyHeaders, 'idempotency-key': uniqueName() },
        body: payment({ amount: '25.00' }),
      })
      if (paid.is !== 'done') return flowClient.reportIfRefused(name, paid)
      const refund = {
        method: 'POST',
        path: `/api/transactions/${paid.json.id}/refunds`,
        body: { amount: '25.00' },
        headers: { ...headers, 'idempotency-key': uniqueName() },
      }
      flowClient.reportIfRefused(name, await flowClient.sendUntilResponse(name, refund))
    },
    check: async (db: Kysely<Database>) => {
      const rows = await db
        .selectFrom('refunds')
        .select(['day', 'amount'])
        .where('actor', 'like', 'user:%')
        .where('status', '=', 'success')
        .where('approval', 'is', null)
        .where('merchantId', 'in', (eb) =>
          eb.selectFrom('merchants').select('id').where('email', '=', owner.email),
        )
        .execute()
      const days = new Map<string, number>()
      for (const { day, amount } of rows) days.set(day, (days.get(day) ?? 0) + amount)
      for (const [day, sum] of days) {
        if (sum > LIMIT) flowClient.doubled.push(`${name}: ${sum} on ${day}, of ${LIMIT}`)
      }
      if (days.size === 0) flowClient.lost.push(`${name}: nothing was refunded`)
    },
  }
}
