import { z } from 'zod'
import { holdsCardNumber } from './text/card-number.ts'
import { plainText } from './text/text.ts'

const MAX_KEYS = 20
const KEY = /^[A-Za-z0-9_.-]{1,40}$/

/** Refuses `__proto__`: a zod record would drop this key silently. */
const withoutPrototype = z.preprocess(
  (metadata, ctx) => {
    if (typeof metadata === 'object' && metadata !== null && Object.hasOwn(metadata, '__proto__')) {
      ctx.addIssue({ code: 'custom', path: ['__proto__'], message: 'no key must be __proto__' })
    }
    return metadata
  },
  z.record(z.string(), plainText(500)),
)

/** References that a merchant's program stores with a payment, under its own names. */
export const Metadata = withoutPrototype
  .superRefine((metadata, ctx) => {
    const keys = Object.keys(metadata)
    if (keys.length > MAX_KEYS) {
      ctx.addIssue({ code: 'custom', message: `must have at most ${MAX_KEYS} keys` })
    }
    for (const key of keys) {
      // An issue's path is returned and logged, so this issue has no path with the card number.
      if (holdsCardNumber(key)) {
        ctx.addIssue({ code: 'custom', message: 'no key must hold a card number' })
      } else if (!KEY.test(key)) {
        const message = 'a key has 1 to 40 letters, digits, underscores, dots or hyphens'
        ctx.addIssue({ code: 'custom', path: [key.slice(0, 40)], message })
      }
    }
  })
  .meta({
    description:
      'References of your own, such as the number of an order: up to 20 keys of 1 to 40 letters, digits, `_`, `.` or `-`, with values of up to 500 characters. Payments are found by its values. It is deleted when the customer is erased, so do not keep records in it.',
    example: { order: 'A-1042' },
  })
export type Metadata = z.infer<typeof Metadata>

/** Returns the metadata as JSON text for the database; null when there are none. */
export const metadataText = (metadata: Metadata | undefined): string | null =>
  metadata === undefined || Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata)

/** Returns the metadata of a stored row; null when there are none. */
export const metadataOf = ({ metadata }: { metadata?: string | null }): Metadata | null =>
  metadata ? (JSON.parse(metadata) as Metadata) : null
