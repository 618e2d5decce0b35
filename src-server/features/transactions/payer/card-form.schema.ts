import { z } from 'zod'
import { PaymentMethod } from '#server/shared/money/payment-method.ts'

/** The dashboard's form for a payment: its card fields, and the processors of all methods. */
export const CardForm = z.strictObject({
  /** Processor that takes the card; null in live mode while no processor is connected. */
  by: z.string().nullable(),
  /** Processor script that provides the card fields; null when the form has fields of its own. */
  script: z
    .strictObject({
      publishableKey: z.string(),
      /** URL from which the browser loads the script. */
      url: z.string(),
    })
    .nullable(),
  /** Processor that takes each method; null in live mode while none is connected for it. */
  processors: z.record(PaymentMethod, z.string().nullable()),
})
export type CardForm = z.infer<typeof CardForm>
export type CardScript = NonNullable<CardForm['script']>

/** Data with which a payer continues a payment; both fields are null when nothing is left for the payer to do. */
export const Proof = z.strictObject({
  /** Client secret for the processor's script, for a payer who is at the dashboard. */
  clientSecret: z.string().nullable(),
  /** URL at which a payer who is elsewhere authenticates or approves the payment. */
  url: z.string().nullable(),
})
export type Proof = z.infer<typeof Proof>
