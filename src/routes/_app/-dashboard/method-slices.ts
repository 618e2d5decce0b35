import type { PaymentMethodShares } from '#server/features/analytics/analytics.schema.ts'
import {
  type PaymentMethod,
  paymentMethodNames,
  paymentMethods,
} from '#server/features/transactions/transactions.schema.ts'
import { chartColors } from '../../../theme.ts'

export type MethodSlice = {
  name: string
  value: number
  color: string
  /** Undefined for a method that only a newer server knows. */
  method: PaymentMethod | undefined
}

export const methodSlices = (shares: PaymentMethodShares): MethodSlice[] =>
  shares.map((share, index) => ({
    ...share,
    color: chartColors[index % chartColors.length] ?? chartColors[0],
    method: paymentMethods.find((method) => paymentMethodNames[method] === share.name),
  }))

/** The payments that a slice counts. */
export const searchOfSlice = (paymentMethod: PaymentMethod) =>
  ({ status: 'success', paymentMethod }) as const

export const searchOfAllSlices = { status: 'success' } as const
