import { z } from 'zod'

/**
 * The last row that can be read by page number. Rows after it need a cursor or filters, because a page costs more the
 * larger its offset is.
 */
export const MAX_PAGED_ROWS = 10_000

/** Paging input of every list. */
export const paging = {
  limit: z.int().min(1).max(500).default(100).meta({ description: 'Rows in a page' }),
  cursor: z
    .string()
    .max(1000)
    .optional()
    .meta({ description: 'Cursor from the previous page; stable while rows are added' }),
  page: z
    .int()
    .min(1)
    .max(MAX_PAGED_ROWS)
    .optional()
    .meta({ description: `Instead of a cursor; reaches row ${MAX_PAGED_ROWS}` }),
}

type Paging = { limit: number; cursor?: string; page?: number }

/** Returns why this combination of page, cursor and limit is refused; undefined if it is allowed. */
export const pagingIssue = ({ page, cursor, limit }: Paging): string | undefined => {
  if (page !== undefined && cursor !== undefined) return 'cannot be sent beside a cursor'
  if (page !== undefined && page * limit > MAX_PAGED_ROWS) {
    return `times limit must be at most ${MAX_PAGED_ROWS}; use a cursor to go deeper`
  }
  return undefined
}

/** Checks a list's paging, for `superRefine`. */
export const checkPaging = (input: Paging, ctx: z.RefinementCtx): void => {
  const message = pagingIssue(input)
  if (message) ctx.addIssue({ code: 'custom', path: ['page'], message })
}

/** Returns the input schema of a list: its filters and its paging. */
export const pagedInput = <Filter extends z.core.$ZodLooseShape>(filter: Filter) =>
  z
    .strictObject({ ...filter, ...paging })
    .superRefine((input, ctx) => checkPaging(input as unknown as Paging, ctx))
    .prefault({} as never)

export const pageOf = <T extends z.ZodType>(row: T) =>
  z.strictObject({
    data: z.array(row),
    total: z.int(),
    totalExact: z.boolean(),
    nextCursor: z.string().nullable(),
  })

/** Returns the number of rows before a page; pages count from 1. */
export const offsetOf = ({ page = 1, limit }: Paging): number => (page - 1) * limit
