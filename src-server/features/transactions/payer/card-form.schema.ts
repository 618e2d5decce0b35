import { z } from 'zod'

/** How a card is taken at the page. */
export const CardForm = z.strictObject({
  /** The processor that takes it; null in a live book that has connected none. */
  by: z.string().nullable(),
  /** The script whose fields take the card; null where the form's own fields do. */
  script: z
    .strictObject({
      publishableKey: z.string(),
      /** From where the browser loads it. */
      url: z.string(),
    })
    .nullable(),
})
export type CardForm = z.infer<typeof CardForm>
export type CardScript = NonNullable<CardForm['script']>

/** With which a payer proves that a payment is theirs; both null when nothing is to be proved. */
export const Proof = z.strictObject({
  /** For the processor's script, where the payer is at the page. */
  clientSecret: z.string().nullable(),
  /** Where a payer who is elsewhere proves it. */
  url: z.string().nullable(),
})
export type Proof = z.infer<typeof Proof>
