import { isAccepted } from '../cli/forward.ts'
import { failIfRefused, judge, judgeOrder } from './judge.ts'
import type { Scenario, Stage } from './scenario.ts'

const ORDER = 'webhooks.md#duplicates-and-order'
const RESPONSE = 'webhooks.md#response'
const paidOnce = { paid: 1, refunded: 0 }
const unpaid = { paid: 0, refunded: 0 }

/** Takes a payment that succeeds, and returns it with its event. */
async function paidOrder(stage: Stage, amount = '12.00') {
  const reference = stage.newReference()
  const payment = await stage.pay({ amount, reference })
  return { reference, payment, event: await stage.event('payment.completed', payment.id) }
}

/** Scenarios about payments: events in another order, repeated events, and events that never arrive. */
export const orderScenarios: Scenario[] = [
  {
    name: 'paid',
    title: 'A payment succeeds',
    expected: '2xx, and the order is paid',
    page: 'integrate.md#3-receive-the-outcome',
    run: async (stage) => {
      const { reference, event } = await paidOrder(stage)
      return judge(stage, [await stage.deliver(event)], [reference, paidOnce])
    },
  },
  {
    name: 'twice',
    title: 'The same event comes twice',
    expected: '2xx for both, and the order is paid once',
    page: ORDER,
    run: async (stage) => {
      const { reference, event } = await paidOrder(stage)
      const deliveries = [await stage.deliver(event), await stage.deliver(event)]
      return judge(stage, deliveries, [reference, paidOnce])
    },
  },
  {
    name: 'twice-at-once',
    title: 'The same event comes four times at the same moment',
    expected: '2xx for all, and the order is paid once',
    page: ORDER,
    run: async (stage) => {
      const { reference, event } = await paidOrder(stage)
      const deliveries = await Promise.all([0, 1, 2, 3].map(() => stage.deliver(event)))
      return judge(stage, deliveries, [reference, paidOnce])
    },
  },
  {
    name: 'late',
    title: 'The event comes an hour after the payment',
    expected: '2xx, and the order is paid: only the timestamp of the delivery must be recent',
    page: 'webhooks.md#verify',
    run: async (stage) => {
      const { reference, event } = await paidOrder(stage)
      const timestamp = new Date(Date.parse(event.createdAt) - 3_600_000).toISOString()
      const delivery = await stage.deliver(event, { change: { timestamp } })
      return judge(stage, [delivery], [reference, paidOnce])
    },
  },
  {
    name: 'reversed',
    title: 'payment.pending comes after payment.completed',
    expected: '2xx for both, and the order stays paid',
    page: ORDER,
    run: async (stage) => {
      const reference = stage.newReference()
      const { id } = await stage.pay({ amount: '12.03', reference })
      const pending = await stage.event('payment.pending', id)
      const completed = await stage.event('payment.completed', id)
      const deliveries = [await stage.deliver(completed), await stage.deliver(pending)]
      return judge(stage, deliveries, [reference, paidOnce])
    },
  },
  {
    name: 'before-response',
    title: 'The event comes before the response of the API',
    expected: 'the order is paid once, at the latest when the event is delivered again',
    page: ORDER,
    run: async (stage) => {
      const { reference, event } = await paidOrder(stage)
      // The program does not know a payment of this order yet. It may refuse the event by any other status, so that it
      // is sent again.
      const first = await stage.deliver(event)
      const again = isAccepted(first) ? [] : [await stage.deliver(event)]
      return failIfRefused(again) ?? judgeOrder(stage, reference, paidOnce)
    },
  },
  {
    name: 'payer-gone',
    title: 'The payer leaves before they confirm',
    expected: '2xx, and the order is not paid',
    page: 'integrate.md#3-receive-the-outcome',
    run: async (stage) => {
      const reference = stage.newReference()
      const { id } = await stage.pay({ amount: '12.06', reference })
      const event = await stage.event('payment.requires_action', id)
      return judge(stage, [await stage.deliver(event)], [reference, unpaid])
    },
  },
  {
    name: 'two-tabs',
    title: 'The payer pays one order in two tabs',
    expected: '2xx for both payments, and the order is delivered once',
    page: 'rehearse.md#two-payments-of-one-order',
    run: async (stage) => {
      const { reference, event } = await paidOrder(stage)
      const second = await stage.pay({ amount: '12.00', reference })
      const other = await stage.event('payment.completed', second.id)
      const deliveries = await Promise.all([stage.deliver(event), stage.deliver(other)])
      return judge(stage, deliveries, [reference, paidOnce])
    },
  },
  {
    name: 'failed-after-paid',
    title: 'The failure of a first try comes after the success of the second',
    expected: '2xx for both, and the order stays paid',
    page: ORDER,
    run: async (stage) => {
      const reference = stage.newReference()
      const declined = await stage.pay({ amount: '12.01', reference })
      const paid = await stage.pay({ amount: '12.00', reference })
      const failure = await stage.event('payment.failed', declined.id)
      const success = await stage.event('payment.completed', paid.id)
      const deliveries = [await stage.deliver(success), await stage.deliver(failure)]
      return judge(stage, deliveries, [reference, paidOnce])
    },
  },
  {
    name: 'delayed-failure',
    title: 'A pending payment fails later',
    expected: '2xx for both, and the order is not paid',
    page: 'webhooks.md#events',
    run: async (stage) => {
      const reference = stage.newReference()
      const { id } = await stage.pay({ amount: '12.04', reference })
      const pending = await stage.deliver(await stage.event('payment.pending', id))
      const failed = await stage.deliver(await stage.event('payment.failed', id))
      return judge(stage, [pending, failed], [reference, unpaid])
    },
  },
  {
    name: 'no-decimals',
    title: 'A payment in yen, which has no smaller unit',
    expected: '2xx, and the amount of the order is 1200.00',
    page: 'api.md#take-a-payment',
    run: async (stage) => {
      const reference = stage.newReference()
      const { id } = await stage.pay({ amount: '1200.00', currency: 'JPY', reference })
      const delivery = await stage.deliver(await stage.event('payment.completed', id))
      return judge(stage, [delivery], [reference, { ...paidOnce, amount: '1200.00' }])
    },
  },
  {
    name: 'key-again',
    title: 'The shop sends its request for a payment again, with the same idempotency key',
    expected: 'one payment, one event, and the order is paid once',
    page: 'api.md#send-it-again-without-paying-twice',
    run: async (stage) => {
      const reference = stage.newReference()
      const order = {
        amount: '12.00',
        reference,
        customerEmail: `${reference.toLowerCase()}@example.com`,
      }
      const key = `rehearse-${reference}`
      const [first, second] = [await stage.pay(order, key), await stage.pay(order, key)]
      const event = await stage.event('payment.completed', first.id)
      if (second.id !== first.id || stage.countEvents('payment.completed', first.id) !== 1) {
        return { verdict: 'cannot_tell', reason: 'The server took two payments with one key.' }
      }
      return judge(stage, [await stage.deliver(event)], [reference, paidOnce])
    },
  },
  {
    name: 'down-for-an-hour',
    title: 'The endpoint was down for an hour, and all events of the hour come at once',
    expected: '2xx for all, within 15 seconds, and each order is paid once',
    page: RESPONSE,
    run: async (stage) => {
      const orders = [await paidOrder(stage), await paidOrder(stage), await paidOrder(stage)]
      // The schedule's fourth attempt, at about 35 minutes, was lost too; the fifth comes after two hours.
      const late = orders.map(({ event }) =>
        stage.deliver(event, {
          change: { timestamp: new Date(Date.parse(event.createdAt) - 7_500_000).toISOString() },
        }),
      )
      const deliveries = await Promise.all(late.toReversed())
      const refused = failIfRefused(deliveries)
      if (refused) return refused
      for (const { reference } of orders) {
        const outcome = await judgeOrder(stage, reference, paidOnce)
        if (outcome.verdict !== 'pass') return outcome
      }
      return { verdict: 'pass', reason: 'Each of three orders was paid once.' }
    },
  },
]
