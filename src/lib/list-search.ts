import { z } from 'zod'
import { Amount } from '#server/shared/money/money.ts'
import { MAX_PAGED_ROWS } from '#server/shared/page.ts'

/** The numbers of rows per page that a person can choose. */
export const pageSizes = [10, 25, 50, 100] as const
const PageSize = z.literal(pageSizes)
export type PageSize = z.infer<typeof PageSize>

/** The first page, with the default number of rows. */
export const pageDefaults = { page: 1, limit: 10 } as const

// A URL typed by hand may contain 12.50 where URLs of this app contain "12.50".
const typed = z.union([z.string(), z.number(), z.boolean()]).transform(String)

/** Digits with or without groups of three, and one or two decimals. */
const grouped = /^(\d{1,3}(?:([.,'’ ])\d{3}(?:\2\d{3})*)?|\d+)(?:([.,])(\d{1,2}))?$/

/** Returns 1.234,50 as 1234.50. Ambiguous text, such as 1.234, stays unchanged and is not a valid amount. */
function ungrouped(text: string): string {
  const [, whole, group, point, decimals] = grouped.exec(text.trim()) ?? []
  if (whole === undefined || (group !== undefined && (!point || point === group))) return text
  return [whole.replace(/\D/g, ''), decimals].filter((part) => part !== undefined).join('.')
}

/** An amount in a URL; one typed by hand may also be 12,50. */
export const searchedAmount = typed.transform(ungrouped).pipe(Amount)

/** A search text in a URL, of at most 200 characters. */
export const searchedText = typed.pipe(z.string().trim().min(1).max(200))

/** The page of a list, in its URL. */
export const pageSearch = {
  page: z.int().min(1).max(MAX_PAGED_ROWS).default(1).catch(1),
  limit: PageSize.default(pageDefaults.limit).catch(pageDefaults.limit),
}

/** Returns the requested page, or the last one within the server's limit of `MAX_PAGED_ROWS` rows. */
export const reachablePage = ({ page, limit }: { page: number; limit: PageSize }): number =>
  Math.min(page, MAX_PAGED_ROWS / limit)

/** Returns the number of pages for `total` rows, within the server's limit of `MAX_PAGED_ROWS` rows. */
export const reachablePages = (total: number, limit: number): number =>
  Math.min(Math.ceil(total / limit), MAX_PAGED_ROWS / limit)
