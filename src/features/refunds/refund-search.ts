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
  RefundReason,
  RefundSort,
  RefundStatus,
} from '#server/features/refunds/refund-enums.schema.ts'
import type { ListRefunds } from '#server/features/refunds/refunds.schema.ts'
import { Day } from '#server/shared/day.ts'
import { Currency } from '#server/shared/money.ts'
import { PaymentMethod } from '#server/shared/payment-method.ts'

export const refundDefaults = { sort: '-createdAt', ...pageDefaults } as const

const Id = z.string().min(1).max(64)

const filter = {
  search: searchedText.optional().catch(undefined),
  status: RefundStatus.optional().catch(undefined),
  reason: RefundReason.optional().catch(undefined),
  paymentMethod: PaymentMethod.optional().catch(undefined),
  currency: Currency.optional().catch(undefined),
  customerId: Id.optional().catch(undefined),
  transactionId: Id.optional().catch(undefined),
  period: Period.optional().catch(undefined),
  from: Day.optional().catch(undefined),
  to: Day.optional().catch(undefined),
  minAmount: searchedAmount.optional().catch(undefined),
  maxAmount: searchedAmount.optional().catch(undefined),
}

/** The list's state in its address. What makes no sense there is left out silently. */
export const RefundSearch = z
  .object({
    ...filter,
    sort: RefundSort.default(refundDefaults.sort).catch(refundDefaults.sort),
    ...pageSearch,
  })
  .transform((search) => ({
    ...search,
    // A period says its days by itself.
    ...(search.period && { from: undefined, to: undefined }),
    page: reachablePage(search),
  }))
export type RefundSearch = z.infer<typeof RefundSearch>

export type RefundListInput = Partial<ListRefunds>

/** What the server is asked for: a period as the days that it means today, in the merchant's zone. */
export function refundListInput({ period, ...search }: RefundSearch, today: Day): RefundListInput {
  return { ...search, ...(period && daysOfPeriod(period, today)) }
}

/** What the tabs above the list count: its filter, of every status. */
export function refundSummaryInput({
  page: _,
  limit: __,
  sort: ___,
  cursor: ____,
  ...filter
}: RefundListInput) {
  return { ...filter, status: undefined }
}
