import type { Command } from './commands.ts'
import { decimalOf, type ModelState, type Payment, type Step, sumOf } from './model.ts'

type FigureCommand = Extract<Command, { kind: 'figure' }>
type Series = { labels: string[]; datasets: { label: string; data: (number | null)[] }[] }
type Volume = { labels: string[]; data: number[] }
type Summary = {
  averageValue: object
  retention: object
  processingTime: { seconds: number | null }
  topPeriods: { kind: string; amount: string; share: number | null; change: number | null }[]
}

const lengths = { '7d': 7, '30d': 30, '90d': 90, '12m': 12 } as const

const withStatus = (payments: readonly Payment[], status: Payment['status']) =>
  payments.filter((payment) => payment.status === status)

const inCurrency = (payments: readonly Payment[], currency: string | undefined) =>
  currency === undefined ? payments : payments.filter((one) => one.currency === currency)

function rateOf(payments: readonly Payment[]): number | null {
  const successes = withStatus(payments, 'success').length
  const finals = successes + withStatus(payments, 'failed').length
  return finals === 0 ? null : Math.round((successes / finals) * 1000) / 10
}

/** Returns the step for a figure on the merchant's pages; all its payments are from today. */
export function figureStep(modelState: ModelState, command: FigureCommand): Step {
  const { figure, range, currency, isCompared } = command
  const query = new URLSearchParams({
    ...(range && figure !== 'stats' && figure !== 'summary' && { range }),
    ...(currency && figure !== 'stats' && { currency }),
    ...(isCompared && (figure === 'revenue' || figure === 'rate') && { compare: 'true' }),
  })
  const [path, expected] = figureOf(modelState, command)
  return {
    method: 'GET',
    path: `${path}?${query}`,
    expected: { status: 200, body: expected },
    ...projections[figure],
  }
}

const seriesShape = ({ labels, datasets }: Series) => ({
  labels: labels.length,
  datasets: datasets.map(({ data }) => data),
})

/** Selects what is compared of each figure: the model does not know the labels of days, months and six-hour slots. */
const projections: Record<FigureCommand['figure'], Pick<Step, 'known' | 'steady'>> = {
  stats: {},
  methods: {},
  volume: { known: ({ labels, data }: Volume) => ({ labels: labels.length, data }) },
  revenue: { known: seriesShape },
  rate: { known: seriesShape },
  summary: {
    known: ({ averageValue, retention, topPeriods }: Summary) => ({
      averageValue,
      retention,
      topPeriods: topPeriods.map(({ kind, amount, share, change }) => ({
        kind,
        amount,
        share,
        change,
      })),
    }),
    // A manual settlement takes as long as its request takes to arrive, so the duration varies.
    steady: ({ processingTime, ...rest }: Summary) => ({
      ...rest,
      hasTime: processingTime.seconds !== null,
    }),
  },
}

/** Returns a series with only the last value set, because all payments are from today. */
const lastValueOnly = <T>(range: FigureCommand['range'] = '12m', filler: T, last: T): T[] => [
  ...Array.from({ length: lengths[range] - 1 }, () => filler),
  last,
]

function figureOf(
  modelState: ModelState,
  { figure, range, currency, isCompared }: FigureCommand,
): [string, unknown] {
  const { payments } = modelState
  const reported = inCurrency(payments, currency ?? 'USD')
  switch (figure) {
    case 'stats':
      return ['/api/dashboard/stats', statsOf(modelState)]
    case 'volume': {
      const data = lastValueOnly(range ?? '30d', 0, inCurrency(payments, currency).length)
      return ['/api/analytics/transactions-volume', { labels: data.length, data }]
    }
    case 'revenue': {
      const data = lastValueOnly(range, 0, sumOf(withStatus(reported, 'success')) / 100)
      const before = lastValueOnly(range, 0, 0)
      const datasets = isCompared ? [data, before] : [data]
      return ['/api/analytics/revenue', { labels: data.length, datasets }]
    }
    case 'rate': {
      const data = lastValueOnly(range, null, rateOf(reported))
      const before = lastValueOnly(range, null, null)
      const datasets = isCompared ? [data, before] : [data]
      return ['/api/analytics/success-rate', { labels: data.length, datasets }]
    }
    case 'methods':
      return ['/api/analytics/payment-methods', methodsOf(inCurrency(payments, currency))]
    case 'summary':
      return ['/api/analytics/summary', summaryOf(reported, currency ?? 'USD')]
    default:
      return figure satisfies never
  }
}

function statsOf({ payments, customers }: ModelState) {
  const revenueIn = (currency: string) =>
    decimalOf(sumOf(withStatus(inCurrency(payments, currency), 'success')))
  return {
    totalRevenue: revenueIn('USD'),
    totalTransactions: payments.length,
    activeCustomers: customers.filter(({ status }) => status === 'active').length,
    successRate: rateOf(payments) ?? 0,
    currency: 'USD',
    byCurrency: ['USD', 'EUR', 'GBP', 'HUF', 'KWD']
      .map((currency) => ({
        currency,
        totalRevenue: revenueIn(currency),
        totalTransactions: inCurrency(payments, currency).length,
      }))
      .filter(({ currency, totalTransactions }) => currency === 'USD' || totalTransactions > 0),
    change: {
      totalRevenue: null,
      totalTransactions: null,
      activeCustomers: null,
      successRate: null,
    },
  }
}

const methodLabels = { card: 'Credit Card', paypal: 'PayPal', bank: 'Bank Transfer' }

const methodsOf = (payments: readonly Payment[]) =>
  Object.entries(methodLabels)
    .map(([method, name]) => ({
      name,
      value: withStatus(payments, 'success').filter((one) => one.paymentMethod === method).length,
    }))
    .filter(({ value }) => value > 0)

function summaryOf(reported: readonly Payment[], currency: string) {
  const paid = withStatus(reported, 'success')
  const total = sumOf(paid)
  const amount = decimalOf(total)
  const average = paid.length === 0 ? 0 : Math.round(total / paid.length)
  const best = [
    { kind: 'month', amount, share: null, change: null },
    { kind: 'slot', amount, share: 100, change: null },
  ]
  return {
    averageValue: { value: decimalOf(average), currency, change: null },
    retention: { value: null, change: null, paid: 0, returned: 0 },
    topPeriods: total > 0 ? best : [],
  }
}
