import { type Delivery, isAccepted } from '../cli/forward.ts'
import type { OrderState, Outcome, Stage } from './scenario.ts'

const describe = ({ status, error }: Delivery): string =>
  status === null ? `did not respond (${error})` : `responded ${status}`

const fail = (reason: string): Outcome => ({ verdict: 'fail', reason })

/** Returns a failure if the endpoint refused one of the deliveries; undefined if it accepted all. */
export function failIfRefused(deliveries: readonly Delivery[]): Outcome | undefined {
  const refused = deliveries.findIndex((each) => !isAccepted(each))
  const delivery = deliveries[refused]
  if (!delivery) return undefined
  const which = deliveries.length === 1 ? '' : ` to delivery ${refused + 1} of ${deliveries.length}`
  return fail(`The endpoint ${describe(delivery)}${which}.`)
}

/** Returns a pass if the endpoint refused a delivery that is not genuine, otherwise a failure. */
export function judgeRefusal(delivery: Delivery): Outcome {
  if (delivery.status === null) return fail(`The endpoint ${describe(delivery)}.`)
  return isAccepted(delivery)
    ? fail(`The endpoint ${describe(delivery)}, as if the webhook were genuine.`)
    : { verdict: 'pass', reason: `The endpoint ${describe(delivery)}.` }
}

const isCount = (value: number): boolean => Number.isInteger(value) && value >= 0

/** Compares an order with what it should be. `amount` is compared only where a scenario expects one. */
export async function judgeOrder(
  stage: Stage,
  reference: string,
  expected: OrderState,
): Promise<Outcome> {
  const state = await stage.state(reference, expected)
  if (!state)
    return { verdict: 'cannot_tell', reason: 'There is no --state-url to read the order from.' }
  if (!isCount(state.paid) || !isCount(state.refunded)) {
    return fail('The state of the order has no counts `paid` and `refunded`.')
  }
  const found = `The order was paid ${state.paid} and refunded ${state.refunded} times`
  if (state.paid !== expected.paid || state.refunded !== expected.refunded) {
    return fail(`${found}, not ${expected.paid} and ${expected.refunded}.`)
  }
  if (expected.amount !== undefined && state.amount === undefined) {
    return { verdict: 'cannot_tell', reason: 'The state of the order has no `amount`.' }
  }
  if (expected.amount !== undefined && state.amount !== expected.amount) {
    return fail(`The amount is ${state.amount}, not ${expected.amount}.`)
  }
  return { verdict: 'pass', reason: `${found}.` }
}

/** Judges deliveries that the endpoint should accept, and then the order. */
export async function judge(
  stage: Stage,
  deliveries: readonly Delivery[],
  [reference, expected]: readonly [string, OrderState],
): Promise<Outcome> {
  return failIfRefused(deliveries) ?? judgeOrder(stage, reference, expected)
}
