import { z } from 'zod'
import {
  PaymentMethod,
  TransactionSort,
  TransactionStatus,
  type ListTransactions,
} from '#server/features/transactions/transactions.schema.ts'
import { Currency } from '#server/shared/money.ts'

export const PAGE_SIZE = 10

/** Lists can be paged up to row 10,000; filters lead to what lies deeper. */
export const lastReachablePage = 10_000 / PAGE_SIZE

export const searchDefaults = { sort: '-createdAt', page: 1 } as const

/** The list's state in its address. What makes no sense there is left out silently. */
export const TransactionSearch = z.object({
  status: TransactionStatus.optional().catch(undefined),
  paymentMethod: PaymentMethod.optional().catch(undefined),
  currency: Currency.optional().catch(undefined),
  customerId: z.string().min(1).max(64).optional().catch(undefined),
  sort: TransactionSort.default(searchDefaults.sort).catch(searchDefaults.sort),
  page: z.int().min(1).max(lastReachablePage).default(1).catch(1),
})
export type TransactionSearch = z.infer<typeof TransactionSearch>

export const listInput = (search: TransactionSearch): Partial<ListTransactions> => ({
  ...search,
  limit: PAGE_SIZE,
})

export const hasFilters = (search: TransactionSearch): boolean =>
  [search.status, search.paymentMethod, search.currency, search.customerId].some(Boolean)
