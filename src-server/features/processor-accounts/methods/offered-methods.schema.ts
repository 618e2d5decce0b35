import { z } from 'zod'
import { LookupKey } from '#server/shared/id.ts'
import { MethodWord } from '#server/shared/money/used-method.ts'

/**
 * Methods that a processor's page can offer. `methods` is null when the key may not read them; `says` is then the
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
})
export type OfferedMethods = z.infer<typeof OfferedMethods>

export const MethodExclusion = z.strictObject({
  id: LookupKey,
  excluded: z.array(MethodWord).max(60),
})
export type MethodExclusion = z.infer<typeof MethodExclusion>
