import { eventTypes } from '../api.gen.ts'
import type { Incasso } from '../incasso.ts'
import { type ExitCode, exitCodes, type Terminal, UsageError } from './output.ts'
import { takeTestPayment, withCents } from './test-payments.ts'

type EventType = (typeof eventTypes)[number]

export type TriggerOptions = {
  type: string | undefined
  amount: string
  reference: string | undefined
  isTestEvent: boolean
  isJson: boolean
}

/** The object that a trigger made: a payment, a refund, a customer or an event. */
type TriggeredObject = { kind: string; id: string; note?: string }

type Order = { amount: string; reference: string | undefined }
type Recipe = (client: Incasso, order: Order) => Promise<TriggeredObject>

const paymentWith =
  (
    cents: string,
    { note, ...more }: { captureMethod?: 'manual'; returnUrl?: string; note?: string } = {},
  ): Recipe =>
  async (client, { amount, reference }) => {
    const { id } = await takeTestPayment(client, {
      amount: withCents(amount, cents),
      ...(reference !== undefined && { reference }),
      ...more,
    })
    return { kind: 'payment', id, ...(note !== undefined && { note }) }
  }

const refundWith =
  (cents: string, note?: string): Recipe =>
  async (client, { amount, reference }) => {
    const paid = await takeTestPayment(client, {
      amount: withCents(amount, cents),
      ...(reference !== undefined && { reference }),
    })
    const { id } = await client.payments.refund(paid.id)
    return { kind: 'refund', id, ...(note !== undefined && { note }) }
  }

/**
 * Functions that cause an event in test mode by a real action, such as a payment. Types without one need invented data.
 */
const recipes: Partial<Record<EventType, Recipe>> = {
  'payment.completed': paymentWith('00'),
  'payment.failed': paymentWith('01'),
  'payment.pending': paymentWith('03'),
  'payment.authorized': paymentWith('00', { captureMethod: 'manual' }),
  'payment.requires_action': paymentWith('06', { returnUrl: 'http://127.0.0.1:3000/' }),
  'customer.created': paymentWith('00'),
  'refund.completed': refundWith('00'),
  'refund.created': refundWith('08'),
  'refund.failed': refundWith('09', 'it succeeds first, and fails after some seconds'),
  'dispute.opened': paymentWith('11', { note: 'its bank disputes it after some seconds' }),
}

/** Causes an event, and prints what was made. */
export async function trigger(
  client: Incasso,
  { type: name, amount, reference, isTestEvent, isJson }: TriggerOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const type = eventTypes.find((each) => each === name)
  if (type === undefined) {
    throw new UsageError(`TYPE must be one of: ${eventTypes.join(', ')}.`)
  }
  if (!/^\d{1,8}(?:\.\d\d)?$/.test(amount)) throw new UsageError('--amount must be like 12.34.')
  const recipe = isTestEvent ? undefined : recipes[type]
  const made = recipe
    ? await recipe(client, { amount, reference })
    : {
        kind: 'event with invented data',
        id: (await client.webhookEvents.test({ eventType: type })).id,
      }
  if (isJson) terminal.out(JSON.stringify({ type, ...made }))
  else terminal.out(`${type}: ${made.kind} ${made.id}${made.note ? `, ${made.note}` : ''}`)
  return exitCodes.done
}
