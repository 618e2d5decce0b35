import { z } from 'zod'
import {
  pageDefaults,
  pageSearch,
  reachablePage,
  searchedAmount,
  searchedText,
} from '#client/lib/list-search.ts'
import { daysOfPeriod, Period } from '#client/lib/periods.ts'
import {
  TransactionSort,
  TransactionStatus,
} from '#server/features/transactions/transaction-enums.schema.ts'
import type { ListTransactions } from '#server/features/transactions/transactions.schema.ts'
import { Day } from '#server/shared/day.ts'
import { Currency } from '#server/shared/money.ts'
import { PaymentMethod } from '#server/shared/payment-method.ts'

export const searchDefaults = { sort: '-createdAt', ...pageDefaults } as const

const filter = {
  search: searchedText.optional().catch(undefined),
  status: TransactionStatus.optional().catch(undefined),
  final: z.boolean().optional().catch(undefined),
  paymentMethod: PaymentMethod.optional().catch(undefined),
  currency: Currency.optional().catch(undefined),
  customerId: z.string().min(1).max(64).optional().catch(undefined),
  linkId: z.string().min(1).max(64).optional().catch(undefined),
  period: Period.optional().catch(undefined),
  from: Day.optional().catch(undefined),
  to: Day.optional().catch(undefined),
  minAmount: searchedAmount.optional().catch(undefined),
  maxAmount: searchedAmount.optional().catch(undefined),
  weekday: z.int().min(0).max(6).optional().catch(undefined),
  slot: z.int().min(0).max(3).optional().catch(undefined),
}

export const filterKeys = Object.keys(filter) as (keyof typeof filter)[]

/** The list's state in its address. What makes no sense there is left out silently. */
export const TransactionSearch = z
  .object({
    ...filter,
    sort: TransactionSort.default(searchDefaults.sort).catch(searchDefaults.sort),
    ...pageSearch,
  })
  .transform((search) => ({
    ...search,
    // A period says its days by itself.
    ...(search.period && { from: undefined, to: undefined }),
    page: reachablePage(search),
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
