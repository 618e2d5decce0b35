import { dashboard } from '#client/texts/en/dashboard.ts'
import { methodNames, methodWords } from '#client/texts/en/methods.ts'
import { sliceColor } from '#client/theme.ts'
import type { MethodTypeShares } from '#server/features/analytics/analytics.schema.ts'
import { type PaymentMethod, paymentMethods } from '#server/shared/money/payment-method.ts'
import { methodTypeName, UNREPORTED_METHOD } from '#server/shared/money/used-method.ts'

export type MethodSlice = {
  /** Unique among the slices. */
  name: string
  value: number
  color: string
  /** The filter for the payments of the slice. */
  search: { status: 'success'; paymentMethod: PaymentMethod; methodType?: string }
}

type Share = MethodTypeShares[number]

/** Each method's usual type. While its payments have no other type, the slice has the method's name. */
const plainTypes: Record<PaymentMethod, string> = {
  card: 'card',
  paypal: 'paypal',
  bank: 'bank_transfer',
}

/**
 * Returns the slices of the chart of payment methods. A method is one slice, unless its payments have further types:
 * then each type is a slice. The slices of a method always add up to its payments.
 */
export function methodSlices(shares: MethodTypeShares): MethodSlice[] {
  const slices = paymentMethods.flatMap((method) => slicesOf(method, shares))
  const names = slices.map(({ name }) => name)
  return slices.map((slice, index) => {
    const isRepeated = names.indexOf(slice.name) !== names.lastIndexOf(slice.name)
    const { paymentMethod } = slice.search
    const name = isRepeated
      ? dashboard.methods.within(slice.name, methodNames[paymentMethod])
      : slice.name
    return { ...slice, name, color: sliceColor(index) }
  })
}

function slicesOf(
  paymentMethod: PaymentMethod,
  shares: MethodTypeShares,
): Omit<MethodSlice, 'color'>[] {
  const parts = shares.filter((share) => share.paymentMethod === paymentMethod)
  const value = parts.reduce((total, { count }) => total + count, 0)
  const search = { status: 'success', paymentMethod } as const
  if (value === 0) return []
  const hasFurther = parts.some(({ type }) => type !== null && type !== plainTypes[paymentMethod])
  if (!hasFurther) return [{ name: methodNames[paymentMethod], value, search }]
  return parts.map((part) => ({
    name: nameOf(part),
    value: part.count,
    search: { ...search, methodType: part.type ?? UNREPORTED_METHOD },
  }))
}

const nameOf = ({ paymentMethod, type }: Share): string =>
  type === null
    ? dashboard.methods.unreported(methodNames[paymentMethod])
    : methodTypeName(type, methodWords)

export const searchOfAllSlices = { status: 'success' } as const
