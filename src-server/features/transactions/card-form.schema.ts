import { z } from 'zod'

/** Who takes a card at the page: nobody in a live book that has connected no processor. */
export const CardForm = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('nobody') }),
  z.strictObject({ by: z.literal('sandbox') }),
  z.strictObject({
    by: z.literal('stripe'),
    publishableKey: z.string(),
    /** From where the browser loads the script whose fields take the card. */
    scriptUrl: z.string(),
  }),
])
export type CardForm = z.infer<typeof CardForm>

/** With which a payer proves that a payment is theirs; both null when nothing is to be proved. */
export const Proof = z.strictObject({
  /** For the processor's script, where the payer is at the page. */
  clientSecret: z.string().nullable(),
  /** Where a payer who is elsewhere proves it. */
  url: z.string().nullable(),
})
export type Proof = z.infer<typeof Proof>
