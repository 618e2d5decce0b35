import fc from 'fast-check'
import { defaultCurrencies } from '#server/shared/money/currencies.ts'
import { paymentMethods } from '#server/shared/money/payment-method.ts'

/**
 * Commands that the merchant may send next. `nth` counts payments, customers or sent keys from the newest. For `wrong`,
 * an invalid request, and `foreign`, one for another merchant's data, it selects the request. `alias` uses the path
 * /api/payments instead of /api/transactions. `payAgain` and `addAgain` send an Idempotency-Key again: `respelled` with
 * the same payment in another spelling, `asPayment` with a payment instead of a customer.
 */
export type Command =
  | { kind: 'pay'; payment: PaymentInput; key: 'new' | 'known' | 'none'; alias: boolean }
  | { kind: 'payAgain'; nth: number; how: 'same' | 'respelled' | 'changed'; alias: boolean }
  | { kind: 'setStatus'; nth: number; status: 'success' | 'failed'; reason?: string; by: By }
  | { kind: 'getPayment'; nth: number; by: By }
  | { kind: 'listPayments'; filter: PaymentFilter }
  | { kind: 'addCustomer'; name: string; email: string; isActive: boolean; key: 'new' | 'none' }
  | { kind: 'addAgain'; nth: number; how: 'same' | 'changed' | 'asPayment' }
  | { kind: 'changeCustomer'; nth: number; change: CustomerChange }
  | { kind: 'eraseCustomer'; nth: number }
  | { kind: 'getCustomer'; nth: number }
  | { kind: 'listCustomers'; filter: CustomerFilter }
  | { kind: 'figure'; figure: Figure; range?: Range; currency?: string; isCompared: boolean }
  | { kind: 'wrong'; nth: number }
  | { kind: 'foreign'; nth: number }

/** The identifier by which a URL names a payment. `spoken` is the reference after `#`. */
export type By = 'id' | 'reference' | 'spoken'
export type Range = (typeof ranges)[number]
export type Figure = (typeof figures)[number]
export type PaymentInput = {
  amount: string
  currency: (typeof currencies)[number]
  customerName: string
  customerEmail: string
  paymentMethod: (typeof paymentMethods)[number]
  description: string | null
}
export type CustomerChange = { name?: string; email?: string; status?: 'active' | 'inactive' }
type Paging = { limit?: number; page?: number; followsPages?: boolean }
export type PaymentFilter = Paging & {
  status?: string
  final?: boolean
  paymentMethod?: string
  currency?: string
  customer?: number
  minAmount?: string
  maxAmount?: string
  search?: string
  from?: number
  to?: number
  sort?: string
}
export type CustomerFilter = Paging & { status?: string; search?: string; sort?: string }

/** Currencies in which each of the amounts below is valid. */
const currencies = [...defaultCurrencies, 'HUF', 'KWD'] as const
const ranges = ['7d', '30d', '90d', '12m'] as const
const figures = ['stats', 'volume', 'revenue', 'rate', 'methods', 'summary'] as const

const names = fc.constantFrom('Ada Rossi', 'Ugo Neri', 'Zoë Ñúñez', "O'Brien; --", '李雷 100%')
const emails = fc.constantFrom('ada@example.com', 'ADA@Example.com', 'ugo@example.org', 'z_+1@x.io')
/** Amounts whose last digits decide the outcome in the sandbox, and the limits of valid amounts. */
const amounts = fc.constantFrom(
  '10.00',
  '0.01',
  '7.02',
  '12.03',
  '8.04',
  '9.05',
  '12.34',
  '5',
  '3.5',
  '99999999.99',
  '19.99',
)
/** Searches that no generated ID matches by chance: its alphabet has no I, L, O, U or punctuation. */
const searches = fc.constantFrom(
  'rossi',
  'ROSSI ada',
  'nunez',
  '.34',
  'example.org',
  'z_+',
  'li',
  'dinner oil',
)

const payment: fc.Arbitrary<PaymentInput> = fc.record({
  amount: amounts,
  currency: fc.constantFrom('USD' as const, 'USD' as const, ...currencies),
  customerName: names,
  customerEmail: emails,
  paymentMethod: fc.constantFrom(...paymentMethods),
  description: fc.constantFrom(null, 'Dinner, oil & wine', "'; drop table x; --"),
})
const nth = fc.nat(12)
const by = fc.constantFrom<By>('id', 'reference', 'spoken')
const paging = {
  limit: fc.constantFrom(1, 2, 3, 500),
  page: fc.constantFrom(1, 2, 3),
  followsPages: fc.boolean(),
}
const optionalRecord = <T extends object>(
  parts: { [K in keyof T]: fc.Arbitrary<NonNullable<T[K]>> },
) => fc.record(parts, { requiredKeys: [] }) as fc.Arbitrary<T>

const transactionFilter = optionalRecord<PaymentFilter>({
  ...paging,
  status: fc.constantFrom('success', 'pending', 'failed'),
  final: fc.boolean(),
  paymentMethod: fc.constantFrom(...paymentMethods),
  currency: fc.constantFrom(...currencies),
  customer: nth,
  minAmount: amounts,
  maxAmount: amounts,
  search: searches,
  from: fc.constantFrom(-1, 0, 1),
  to: fc.constantFrom(-1, 0, 1),
  sort: fc.constantFrom(
    '-createdAt',
    'createdAt',
    '-amount',
    'amount',
    'customerName',
    '-customerName',
  ),
})
/** Uses at most two filters for most lists, because more would leave them all empty. */
const fewFilters = fc
  .tuple(
    transactionFilter,
    fc.subarray(
      [
        'status',
        'final',
        'paymentMethod',
        'currency',
        'customer',
        'minAmount',
        'maxAmount',
        'search',
        'from',
        'to',
      ] as const,
      { maxLength: 2 },
    ),
  )
  .map(([{ limit, page, followsPages, sort, ...filter }, chosen]) => ({
    ...(limit !== undefined && { limit }),
    ...(page !== undefined && { page }),
    ...(followsPages !== undefined && { followsPages }),
    ...(sort !== undefined && { sort }),
    ...Object.fromEntries(
      Object.entries(filter).filter(([name]) => chosen.some((one) => one === name)),
    ),
  }))

const commandOf = <K extends Command['kind']>(
  name: K,
  parts: {
    [P in Exclude<keyof Extract<Command, { kind: K }>, 'kind'>]-?: fc.Arbitrary<
      Extract<Command, { kind: K }>[P]
    >
  },
) => fc.record({ kind: fc.constant(name), ...parts }) as unknown as fc.Arbitrary<Command>

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const command = fc.oneof(
  {
    weight: 9,
    arbitrary: commandOf('pay', {
      payment,
      key: fc.constantFrom('new', 'new', 'known', 'none'),
      alias: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: commandOf('payAgain', {
      nth,
      how: fc.constantFrom('same', 'same', 'respelled', 'changed'),
      alias: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: commandOf('setStatus', {
      nth,
      status: fc.constantFrom('success', 'failed'),
      reason: optional(fc.constantFrom('asked by phone', ' ')),
      by,
    }),
  },
  { weight: 2, arbitrary: commandOf('getPayment', { nth, by }) },
  { weight: 3, arbitrary: commandOf('listPayments', { filter: fewFilters }) },
  {
    weight: 2,
    arbitrary: commandOf('addCustomer', {
      name: names,
      email: emails,
      isActive: fc.boolean(),
      key: fc.constantFrom('new', 'none'),
    }),
  },
  {
    weight: 2,
    arbitrary: commandOf('addAgain', {
      nth,
      how: fc.constantFrom('same', 'same', 'changed', 'asPayment'),
    }),
  },
  {
    weight: 3,
    arbitrary: commandOf('changeCustomer', {
      nth,
      change: optionalRecord<CustomerChange>({
        name: names,
        email: emails,
        status: fc.constantFrom('active', 'inactive'),
      }),
    }),
  },
  { weight: 1, arbitrary: commandOf('eraseCustomer', { nth }) },
  { weight: 2, arbitrary: commandOf('getCustomer', { nth }) },
  {
    weight: 2,
    arbitrary: commandOf('listCustomers', {
      filter: optionalRecord<CustomerFilter>({
        ...paging,
        status: fc.constantFrom('active', 'inactive'),
        search: searches,
        sort: fc.constantFrom(
          '-createdAt',
          'createdAt',
          'name',
          '-name',
          'totalSpent',
          '-totalSpent',
        ),
      }),
    }),
  },
  {
    weight: 3,
    arbitrary: commandOf('figure', {
      figure: fc.constantFrom(...figures),
      range: optional(fc.constantFrom(...ranges)),
      currency: optional(fc.constantFrom(...currencies)),
      isCompared: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: commandOf('wrong', { nth: fc.nat(1000) }) },
  { weight: 2, arbitrary: commandOf('foreign', { nth: fc.nat(1000) }) },
)

const MAX_LENGTH = 30

/** Returns `count` sequences of every length up to MAX_LENGTH, the same for the same seed. */
export function sequencesOf(seed: number, count: number): Command[][] {
  const all = fc.sample(command, { seed, numRuns: count * MAX_LENGTH })
  return Array.from({ length: count }, (_, at) => {
    const length = ((at * 7 + 20) % MAX_LENGTH) + 1
    return all.slice(at * MAX_LENGTH, at * MAX_LENGTH + length)
  })
}
