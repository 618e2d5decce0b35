import { methodNames, methodWords } from '#client/texts/en/methods.ts'
import type { PaymentMethod } from '#server/shared/money/payment-method.ts'
import { type UsedMethod, usedMethodText } from '#server/shared/money/used-method.ts'

type PaidBy = { paymentMethod: PaymentMethod; method: UsedMethod | null | undefined }

/** Returns what the payer used, as far as it is known: "Visa •••• 4242", or else the name of the tile. */
export const methodText = ({ paymentMethod, method }: PaidBy): string =>
  (method && usedMethodText(method, methodWords)) ?? methodNames[paymentMethod]
