import { z } from 'zod'
import { PaymentMethod } from '#server/shared/money/payment-method.ts'

const Methods = z.array(PaymentMethod)

/** Returns the payment methods whose payments go to an account, without the method that it was connected for. */
export const additionalMethodsOf = ({
  furtherMethods,
}: {
  furtherMethods: string | null
}): PaymentMethod[] => (furtherMethods === null ? [] : Methods.parse(JSON.parse(furtherMethods)))

/** Returns the stored form of the methods; null for none. */
export const additionalMethodsColumn = (methods: readonly PaymentMethod[]): string | null =>
  methods.length === 0 ? null : JSON.stringify(methods)
