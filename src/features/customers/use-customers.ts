import { keepPreviousData } from '@tanstack/react-query'
import { noPage, nullAs } from '#client/lib/visitor.ts'
import { trpc } from '#client/trpc.ts'
import type {
  Customer,
  CustomerTotal,
  ListCustomers,
} from '#server/features/customers/customers.schema.ts'
import type { CustomerSearch } from './customer-search.ts'
import { CUSTOMERS_PER_PAGE, lastReachablePage } from './customer-search.ts'

/** Extra columns of the customer list, loaded separately; the list works without them. */
export type CustomerExtras = {
  /** The amounts spent per currency; undefined while loading, null when the request failed. */
  totals: readonly CustomerTotal[] | undefined | null
  /** The time of the last payment attempt, by customer ID; undefined until known. */
  lastPayments: ReadonlyMap<string, string> | undefined
}

/** Loads the extra columns for the customers with these IDs. */
export function useCustomerExtras(ids: string[]): CustomerExtras {
  const options = { enabled: ids.length > 0, placeholderData: keepPreviousData }
  const totals = trpc.customers.totals.useQuery({ ids }, options)
  const lastPayments = trpc.customers.lastPayments.useQuery({ ids }, options)
  return {
    totals: totals.isError ? null : totals.isPlaceholderData ? undefined : totals.data,
    lastPayments:
      lastPayments.isPlaceholderData || !lastPayments.data
        ? undefined
        : new Map(
            lastPayments.data.map(({ customerId, lastPaymentAt }) => [customerId, lastPaymentAt]),
          ),
  }
}

/** An amount in one currency. */
export type Sum = { amount: string; currency: string }

/**
 * Returns the amounts that a customer spent, the reporting currency first. When that amount is zero, returns
 * 'loading' while other currencies load, and 'unknown' if they cannot be loaded.
 */
export function spentBy(
  { id, totalSpent, currency, transactionCount }: Customer,
  { totals }: Pick<CustomerExtras, 'totals'>,
): [Sum, ...Sum[]] | 'loading' | 'unknown' {
  const reportingTotal = { amount: totalSpent, currency }
  const others = (totals ?? [])
    .filter((each) => each.customerId === id && each.currency !== currency && !isZero(each))
    .map((each) => ({ amount: each.totalSpent, currency: each.currency }))
  if (!isZero({ totalSpent })) return [reportingTotal, ...others]
  const [largest, ...rest] = others.toSorted((a, b) => Number(b.amount) - Number(a.amount))
  if (largest) return [largest, ...rest]
  if (totals || transactionCount === 0) return [reportingTotal]
  return totals === null ? 'unknown' : 'loading'
}

const isZero = ({ totalSpent }: { totalSpent: string }): boolean => /^[0.]+$/.test(totalSpent)

/** Loads one page of the list and keeps the previous cards until the next page arrives. */
export const useCustomers = (input: Partial<ListCustomers>) =>
  trpc.customers.list.useQuery(input, {
    placeholderData: keepPreviousData,
    select: nullAs(noPage),
  })

type CustomerFilter = Pick<CustomerSearch, 'search' | 'status' | 'paidIn' | 'paidAlsoIn'>

/** The list's URL values without any filter. */
export const noCustomerFilter = {
  search: undefined,
  status: undefined,
  paidIn: undefined,
  paidAlsoIn: undefined,
} satisfies CustomerFilter

/** Returns true when at least one filter of the list is set. */
export const isNarrowed = ({ search, status, paidIn, paidAlsoIn }: CustomerFilter): boolean =>
  [search, status, paidIn, paidAlsoIn].some((value) => value !== undefined)

/** Returns the number of pages for `total` customers, within the server's limit for paging. */
export const customerPageCount = (total: number): number =>
  Math.min(Math.ceil(total / CUSTOMERS_PER_PAGE), lastReachablePage)
