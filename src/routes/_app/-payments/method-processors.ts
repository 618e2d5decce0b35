import { pageProcessor } from '#client/processors/registry.ts'
import { methodNames } from '#client/texts/en/methods.ts'
import { payments } from '#client/texts/en/payments.ts'
import type { CardForm } from '#server/features/transactions/payer/card-form.schema.ts'
import { type PaymentMethod, paymentMethods } from '#server/shared/money/payment-method.ts'

/** The name of each method's processor; null where none is connected. */
export type MethodProcessors = CardForm['processors']

/** Returns the methods that a processor takes. */
export const methodsOf = (processors: MethodProcessors, name: string): PaymentMethod[] =>
  paymentMethods.filter((method) => processors[method] === name)

/** Returns the first method with a processor; undefined where there is none. */
export const firstConnected = (processors: MethodProcessors): PaymentMethod | undefined =>
  paymentMethods.find((method) => processors[method] !== null)

/** Returns a method's processor in one or two words. */
export function takerOf(method: PaymentMethod, name: string | null): string {
  const { takers } = payments
  if (name === null) return takers.none
  if (name === 'transfer') return takers.transfer
  const label = pageProcessor(name)?.label
  if (label === undefined) return takers.sandbox
  // A processor can have the name of its method, which the tile already shows.
  return label === methodNames[method] ? takers.own : label
}
