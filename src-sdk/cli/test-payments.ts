import { randomUUID } from 'node:crypto'
import type { Incasso } from '../incasso.ts'
import type { NewPayment, Payment } from '../types.ts'

/** Settings of a test payment: `reference` is stored in its metadata, under both names that the guides use. */
export type TestPayment = { amount: string; reference?: string | undefined } & Partial<NewPayment>

/** Takes a payment of a new customer in test mode. The last two digits of the amount decide its outcome. */
export function takeTestPayment(
  client: Incasso,
  { amount, reference = randomUUID(), ...more }: TestPayment,
): Promise<Payment> {
  return client.payments.create(
    {
      amount,
      customerName: 'Ada Rossi',
      customerEmail: `ada.${randomUUID()}@example.com`,
      metadata: { reference, order: reference },
      ...more,
    },
    { idempotencyKey: `cli-${randomUUID()}` },
  )
}

/** Returns an amount with other cents, which decide the outcome. */
export const withCents = (amount: string, cents: string): string =>
  `${amount.split('.')[0]}.${cents}`
