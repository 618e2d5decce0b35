import { z } from 'zod'
import { daysOfPeriod, Period } from '#client/lib/periods.ts'
import {
  type ListTransactions,
  TransactionSort,
  TransactionStatus,
} from '#server/features/transactions/transactions.schema.ts'
import { readAmount } from '#server/shared/amount-text.ts'
import { Day } from '#server/shared/day.ts'
import { Amount, Currency } from '#server/shared/money.ts'
import { MAX_PAGED_ROWS } from '#server/shared/page.ts'
import { PaymentMethod } from '#server/shared/payment-method.ts'

export const pageSizes = [10, 25, 50, 100] as const
const PageSize = z.literal(pageSizes)

export const searchDefaults = { sort: '-createdAt', page: 1, limit: 10 } as const

// An address typed by hand may hold 12.50 where ours holds "12.50".
const typed = z.union([z.string(), z.number(), z.boolean()]).transform(String)

/** An address typed by hand may also hold 12,50. */
const amount = typed
  .transform((text) => {
    const reading = readAmount(text)
    return reading.kind === 'amount' && !Amount.safeParse(text).success ? reading.amount : text
  })
  .pipe(Amount)

const filter = {
  search: typed.pipe(z.string().trim().min(1).max(200)).optional().catch(undefined),
  status: TransactionStatus.optional().catch(undefined),
  final: z.boolean().optional().catch(undefined),
  paymentMethod: PaymentMethod.optional().catch(undefined),
  currency: Currency.optional().catch(undefined),
  customerId: z.string().min(1).max(64).optional().catch(undefined),
  period: Period.optional().catch(undefined),
  from: Day.optional().catch(undefined),
  to: Day.optional().catch(undefined),
  minAmount: amount.optional().catch(undefined),
  maxAmount: amount.optional().catch(undefined),
  weekday: z.int().min(0).max(6).optional().catch(undefined),
  slot: z.int().min(0).max(3).optional().catch(undefined),
}

export const filterKeys = Object.keys(filter) as (keyof typeof filter)[]

/** The list's state in its address. What makes no sense there is left out silently. */
export const TransactionSearch = z
  .object({
    ...filter,
    sort: TransactionSort.default(searchDefaults.sort).catch(searchDefaults.sort),
    page: z.int().min(1).max(MAX_PAGED_ROWS).default(1).catch(1),
    limit: PageSize.default(searchDefaults.limit).catch(searchDefaults.limit),
  })
  .transform((search) => ({
    ...search,
    // A period says its days by itself.
    ...(search.period && { from: undefined, to: undefined }),
    page: Math.min(search.page, MAX_PAGED_ROWS / search.limit),
  }))
export type TransactionSearch = z.infer<typeof TransactionSearch>

export type TransactionFilter = Pick<TransactionSearch, keyof typeof filter>

export type ListInput = Partial<ListTransactions>

/** What the server is asked for: a period as the days that it means today, in the merchant's zone. */
export function listInput({ period, ...search }: TransactionSearch, today: Day): ListInput {
  return { ...search, ...(period && daysOfPeriod(period, today)) }
}

/** What the tabs above a list count: its filter, of every status. */
export function summaryInput({
  page: _,
  limit: __,
  sort: ___,
  cursor: ____,
  ...filter
}: ListInput) {
  return { ...filter, status: undefined }
}
