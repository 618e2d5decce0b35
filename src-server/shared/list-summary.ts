import { z } from 'zod'
import { Currency, Decimal } from './money/money.ts'

/** Schema of a list's totals by status and currency. */
export const listSummary = <Status extends z.ZodType>(status: Status) =>
  z.strictObject({
    groups: z.array(
      z.strictObject({ status, currency: Currency, count: z.int(), amount: Decimal }),
    ),
    /** False when there are too many rows to add up; then `groups` is empty. */
    isExact: z.boolean(),
  })
