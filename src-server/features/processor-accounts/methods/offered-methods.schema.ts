import { z } from 'zod'
import { LookupKey } from '#server/shared/id.ts'
import { PaymentMethod } from '#server/shared/money/payment-method.ts'
import { MethodWord } from '#server/shared/money/used-method.ts'

/**
 * Methods that a processor's page can offer. `methods` is null when the API key may not read them; `says` is then the
 * processor's own words.
 */
export const OfferedMethods = z.strictObject({
  methods: z
    .array(
      z.strictObject({
        type: z.string(),
        /** The account has it switched on at the processor. */
        isOn: z.boolean(),
        /** The merchant leaves it out here. */
        isExcluded: z.boolean(),
      }),
    )
    .nullable(),
  says: z.string().nullable(),
  /** Payment methods besides the account's own that it could take, and whether their payments go there. */
  further: z.array(
    z.strictObject({ paymentMethod: PaymentMethod, isOn: z.boolean(), isTaken: z.boolean() }),
  ),
})
export type OfferedMethods = z.infer<typeof OfferedMethods>

export const AdditionalMethodChange = z.strictObject({
  id: LookupKey,
  paymentMethod: PaymentMethod,
  isTaken: z.boolean(),
})
export type AdditionalMethodChange = z.infer<typeof AdditionalMethodChange>

export const MethodExclusion = z.strictObject({
  id: LookupKey,
  excluded: z.array(MethodWord).max(60),
})
export type MethodExclusion = z.infer<typeof MethodExclusion>
