import { isAccepted } from '../cli/forward.ts'
import { failIfRefused, judge, judgeRefusal } from './judge.ts'
import type { Outcome, Scenario, Stage } from './scenario.ts'

const VERIFY = 'webhooks.md#verify'
const ORDER = 'webhooks.md#duplicates-and-order'

async function paidOrder(stage: Stage, amount = '12.00') {
  const reference = stage.newReference()
  const payment = await stage.pay({ amount, reference })
  return { reference, payment, event: await stage.event('payment.completed', payment.id) }
}

/** Judges the response to a forged delivery, and whether the genuine one is still accepted afterwards. */
async function judgeForgery(
  stage: Stage,
  hostility: Parameters<Stage['deliver']>[1],
): Promise<Outcome> {
  const { reference, event } = await paidOrder(stage)
  const refusal = judgeRefusal(await stage.deliver(event, hostility))
  if (refusal.verdict !== 'pass') return refusal
  const genuine = await stage.deliver(event)
  if (!isAccepted(genuine)) return failIfRefused([genuine]) ?? refusal
  const order = await judge(stage, [genuine], [reference, { paid: 1, refunded: 0 }])
  return order.verdict === 'fail' ? order : refusal
}

/** Scenarios about refunds, and about forged or altered deliveries. */
export const hostileScenarios: Scenario[] = [
  {
    name: 'refund-twice',
    title: 'The event of a refund comes twice',
    expected: '2xx for both, and the order is refunded once',
    page: ORDER,
    run: async (stage) => {
      const { reference, payment, event } = await paidOrder(stage)
      const refund = await stage.refund(payment)
      const completed = await stage.event('refund.completed', refund.id)
      const deliveries = [
        await stage.deliver(event),
        await stage.deliver(completed),
        await stage.deliver(completed),
      ]
      return judge(stage, deliveries, [reference, { paid: 1, refunded: 1 }])
    },
  },
  {
    name: 'refund-before-payment',
    title: 'The event of a refund comes before that of its payment',
    expected: '2xx for both, and the order is paid and refunded once',
    page: ORDER,
    run: async (stage) => {
      const { reference, payment, event } = await paidOrder(stage)
      const refund = await stage.refund(payment)
      const completed = await stage.event('refund.completed', refund.id)
      const first = await stage.deliver(completed)
      const deliveries = [await stage.deliver(event)]
      // An endpoint that has not stored the payment yet may refuse the event, so that it is sent again.
      if (!isAccepted(first)) deliveries.push(await stage.deliver(completed))
      return judge(stage, deliveries, [reference, { paid: 1, refunded: 1 }])
    },
  },
  {
    name: 'refund-fails-later',
    title: 'A refund fails after it succeeded',
    expected: '2xx for all, and the order is not refunded',
    page: 'webhooks.md#events',
    run: async (stage) => {
      const { reference, payment, event } = await paidOrder(stage, '12.09')
      const refund = await stage.refund(payment, '12.09')
      const deliveries = [
        await stage.deliver(event),
        await stage.deliver(await stage.event('refund.completed', refund.id)),
        await stage.deliver(await stage.event('refund.failed', refund.id)),
      ]
      return judge(stage, deliveries, [reference, { paid: 1, refunded: 0 }])
    },
  },
  {
    name: 'dispute',
    title: 'The payer’s bank disputes the payment, and its event comes twice',
    expected: '2xx for all, and the order stays paid: a dispute is not a refund',
    page: 'webhooks.md#events',
    run: async (stage) => {
      const { reference, payment, event } = await paidOrder(stage, '12.11')
      const opened = await stage.event('dispute.opened', payment.id)
      const deliveries = [
        await stage.deliver(event),
        await stage.deliver(opened),
        await stage.deliver(opened),
      ]
      return judge(stage, deliveries, [reference, { paid: 1, refunded: 0 }])
    },
  },
  {
    name: 'wrong-signature',
    title: 'A webhook is signed with another secret',
    expected: 'any status but 2xx, and nothing changes',
    page: VERIFY,
    run: (stage) => judgeForgery(stage, { isForged: true }),
  },
  {
    name: 'old-timestamp',
    title: 'A genuine webhook is sent again after ten minutes by another sender',
    expected: 'any status but 2xx, and nothing changes',
    page: VERIFY,
    run: (stage) => judgeForgery(stage, { ageS: 600 }),
  },
  {
    name: 'unknown-type',
    title: 'An event has a type of a later release',
    expected: '2xx, and nothing changes',
    page: 'webhooks.md#events',
    run: async (stage) => {
      const { event } = await paidOrder(stage)
      const hostility = { id: `${event.id}U`, change: { type: 'payout.arrived', data: {} } }
      const delivery = await stage.deliver(event, hostility)
      return failIfRefused([delivery]) ?? { verdict: 'pass', reason: 'The endpoint accepted it.' }
    },
  },
]
