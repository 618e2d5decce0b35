import { z } from 'zod'
import { Amount } from '#server/shared/money/money.ts'
import { MAX_PAGED_ROWS } from '#server/shared/page.ts'

export const pageSizes = [10, 25, 50, 100] as const
const PageSize = z.literal(pageSizes)
export type PageSize = z.infer<typeof PageSize>

export const pageDefaults = { page: 1, limit: 10 } as const

// An address typed by hand may hold 12.50 where ours holds "12.50".
const typed = z.union([z.string(), z.number(), z.boolean()]).transform(String)

/** Digits in threes or without groups, and one or two decimals. */
const grouped = /^(\d{1,3}(?:([.,'’ ])\d{3}(?:\2\d{3})*)?|\d+)(?:([.,])(\d{1,2}))?$/

/** 1.234,50 as 1234.50. What has two meanings, such as 1.234, stays as it is and is no amount. */
function ungrouped(text: string): string {
  const [, whole, group, point, decimals] = grouped.exec(text.trim()) ?? []
  if (whole === undefined || (group !== undefined && (!point || point === group))) return text
  return [whole.replace(/\D/g, ''), decimals].filter((part) => part !== undefined).join('.')
}

/** An address typed by hand may also hold 12,50. */
export const searchedAmount = typed.transform(ungrouped).pipe(Amount)

export const searchedText = typed.pipe(z.string().trim().min(1).max(200))

/** The page of a list in its address. */
export const pageSearch = {
  page: z.int().min(1).max(MAX_PAGED_ROWS).default(1).catch(1),
  limit: PageSize.default(pageDefaults.limit).catch(pageDefaults.limit),
}

/** The last page that can be asked for, where the address names one beyond it. */
export const reachablePage = ({ page, limit }: { page: number; limit: PageSize }): number =>
  Math.min(page, MAX_PAGED_ROWS / limit)

/** Lists can be paged up to a certain row; filters lead to what lies deeper. */
export const reachablePages = (total: number, limit: number): number =>
  Math.min(Math.ceil(total / limit), MAX_PAGED_ROWS / limit)
