import { z } from 'zod'

/** Paired by index: `data[i]` belongs to `labels[i]`. */
export const TransactionsVolume = z.strictObject({
  labels: z.array(z.string()),
  data: z.array(z.number()),
})
export type TransactionsVolume = z.infer<typeof TransactionsVolume>

export const PaymentMethodShares = z.array(z.strictObject({ name: z.string(), value: z.int() }))
export type PaymentMethodShares = z.infer<typeof PaymentMethodShares>
