import { z } from 'zod'
import { eventTypes } from '#server/services/outbox/event-type.schema.ts'

const isType = (name: string): boolean => eventTypes.some((type) => type === name)

export const ListenInput = z.strictObject({
  /** Event types, separated by commas; all of them without this field. */
  types: z
    .string()
    .max(500)
    .refine((list) => list.split(',').every(isType), {
      error: 'must be types of events, separated by commas',
    })
    .optional(),
})
export type ListenInput = z.infer<typeof ListenInput>
