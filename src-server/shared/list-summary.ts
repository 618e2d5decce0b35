import { z } from 'zod'
import { Currency, Decimal } from './money/money.ts'

/** Rows of a list by status and currency. */
export const listSummary = <Status extends z.ZodType>(status: Status) =>
  z.strictObject({
    groups: z.array(
      z.strictObject({ status, currency: Currency, count: z.int(), amount: Decimal }),
    ),
    /** False where they are too many to be added up; `groups` is empty then. */
    isExact: z.boolean(),
  })
