import { z } from 'zod'
import { Amount, Decimal } from '#server/shared/money/money.ts'
import { line } from '#server/shared/text/text.ts'

export const MAX_ITEMS = 10
export const MAX_TIPS = 4
export const MAX_TIP_PERCENT = 100
export const MAX_ITEM_TITLE = 80
/** Largest quantity of one item in a payment. */
export const MAX_QUANTITY = 999
/** Largest quantity unless the merchant sets another. */
const USUAL_QUANTITY = 99

const Quantity = z.int().min(1).max(MAX_QUANTITY)

/** A price for one, and the quantities that the payer may choose. */
export const NewLinkQuantity = z.strictObject({
  price: Amount,
  min: Quantity.default(1).meta({ description: 'Smallest quantity that a payer may choose' }),
  max: Quantity.default(USUAL_QUANTITY).meta({
    description: 'Largest quantity that a payer may choose',
  }),
})
export type NewLinkQuantity = z.infer<typeof NewLinkQuantity>

/** An item that the payer may choose. Without `maxQuantity`, a payment may have up to 999 of it. */
export const NewLinkItem = z.strictObject({
  title: line(MAX_ITEM_TITLE),
  price: Amount,
  maxQuantity: Quantity.nullish(),
})
export type NewLinkItem = z.infer<typeof NewLinkItem>

/** Input fields of a link for choices of its payers. An omitted field of a change stays unchanged. */
export const choiceFields = {
  quantity: NewLinkQuantity.nullish(),
  items: z.array(NewLinkItem).max(MAX_ITEMS, `must have at most ${MAX_ITEMS} items`).optional(),
  tipPercents: z
    .array(z.int().min(1).max(MAX_TIP_PERCENT))
    .max(MAX_TIPS, `must have at most ${MAX_TIPS} percentages`)
    .optional(),
  tipAmounts: z.array(Amount).max(MAX_TIPS, `must have at most ${MAX_TIPS} amounts`).optional(),
}

/** Choices of a link's payers. */
export const LinkChoices = z.strictObject({
  quantity: z.strictObject({ price: Decimal, min: z.int(), max: z.int() }).nullable(),
  items: z.array(
    z.strictObject({ title: z.string(), price: Decimal, maxQuantity: z.int().nullable() }),
  ),
  tipPercents: z.array(z.int()),
  tipAmounts: z.array(Decimal),
})
export type LinkChoices = z.infer<typeof LinkChoices>

/** Item of a payment, with its price at the time of the payment. */
export const PaidItem = z.strictObject({
  title: z.string(),
  price: Decimal.meta({ description: 'Price of one at the time of the payment' }),
  quantity: z.int(),
})
export type PaidItem = z.infer<typeof PaidItem>
