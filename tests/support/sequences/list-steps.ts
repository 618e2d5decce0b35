import type { CustomerFilter, PaymentFilter } from './commands.ts'
import {
  type Books,
  byBytes,
  type Customer,
  customerShape,
  decimalOf,
  matchesSearch,
  minorOf,
  nthNewest,
  type Payment,
  paymentShape,
  type Step,
  spendingRank,
} from './model.ts'

const matchesFilter = (payment: Payment, filter: PaymentFilter, customer: Customer | undefined) => {
  const { status, final, paymentMethod, currency, minAmount, maxAmount, search, from, to } = filter
  const { n, customerName, customerEmail, description, minor } = payment
  const parts = [`{ref:${n}}`, customerName, customerEmail, description, decimalOf(minor)]
  return (
    (status === undefined || payment.status === status) &&
    (final === undefined || (payment.status !== 'pending') === final) &&
    (paymentMethod === undefined || payment.paymentMethod === paymentMethod) &&
    (currency === undefined || payment.currency === currency) &&
    (customer === undefined || payment.customer === customer) &&
    (minAmount === undefined || minor >= minorOf(minAmount)) &&
    (maxAmount === undefined || minor <= minorOf(maxAmount)) &&
    // All payments are from today.
    (from === undefined || from <= 0) &&
    (to === undefined || to >= 0) &&
    (search === undefined || matchesSearch(parts, search))
  )
}

type NumberedRow<T> = { n: number } & T

/** Sorts a list. Equal rows keep the order of creation, in the same direction. */
function sortRows<T>(
  list: readonly NumberedRow<T>[],
  sort: string,
  compare: Record<string, (a: T, b: T) => number>,
): NumberedRow<T>[] {
  const by = compare[sort.replace('-', '')]
  const rising = list.toSorted((a, b) => by?.(a, b) || a.n - b.n)
  return sort.startsWith('-') ? rising.toReversed() : rising
}

type ListStep = { limit?: number; page?: number; followsPages?: boolean }

function listStep(path: string, filter: object, rows: readonly object[]): Step {
  const { limit = 100, page, followsPages } = filter as ListStep
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) {
    if (name === 'isWalked' || (name === 'page' && followsPages)) continue
    query.set(name, String(value))
  }
  const from = followsPages ? 0 : ((page ?? 1) - 1) * limit
  const pageRows = followsPages ? rows : rows.slice(from, from + limit)
  return {
    method: 'GET',
    // The braces of ID placeholders must not be escaped.
    path: `${path}?${query.toString().replaceAll('%7B', '{').replaceAll('%7D', '}').replaceAll('%3A', ':')}`,
    ...(followsPages && { followsPages }),
    expected: {
      status: 200,
      body: pageRows,
      total: rows.length,
      hasNext: !followsPages && rows.length > from + limit,
    },
  }
}

export function listPaymentsStep(books: Books, filter: PaymentFilter): Step {
  const customer =
    filter.customer === undefined ? undefined : nthNewest(books.customers, filter.customer)
  const { customer: _, from, to, sort = '-createdAt', ...more } = filter
  const rows = sortRows<Payment>(
    books.payments.filter((payment) => matchesFilter(payment, filter, customer)),
    sort,
    {
      amount: (a, b) => a.minor - b.minor,
      customerName: (a, b) => byBytes(a.customerName, b.customerName),
    },
  )
  const sentFilter = {
    ...more,
    sort,
    ...(customer && { customerId: `{cus:${customer.n}}` }),
    ...(from !== undefined && { from: books.day(from) }),
    ...(to !== undefined && { to: books.day(to) }),
  }
  return listStep('/api/transactions', sentFilter, rows.map(paymentShape))
}

export function listCustomersStep(books: Books, filter: CustomerFilter): Step {
  const { status, search, sort = '-createdAt' } = filter
  const rows = sortRows<Customer>(
    books.customers.filter(
      (one) =>
        (status === undefined || one.status === status) &&
        (search === undefined || matchesSearch([one.name, one.email], search)),
    ),
    sort,
    {
      name: (a, b) => byBytes(a.name, b.name),
      totalSpent: (a, b) => spendingRank(books, a) - spendingRank(books, b),
    },
  )
  return listStep(
    '/api/customers',
    { ...filter, sort },
    rows.map((one) => customerShape(books, one)),
  )
}
