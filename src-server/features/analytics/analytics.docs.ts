import type { z } from 'zod'
import { type DocsOf, describeSchema } from '#server/core/calls/docs.ts'
import type { analyticsRouter } from './analytics.router.ts'
import {
  MethodTypeShares,
  PaymentMethodShares,
  Series,
  Summary,
  TransactionsVolume,
} from './analytics.schema.ts'

const labels = ['2025-11', '2025-12', '2026-01']

const summary: z.infer<typeof Summary> = {
  averageValue: { value: '24.82', currency: 'EUR', change: 3.1 },
  retention: { value: 41.7, change: 2.5, returned: 10, paid: 24 },
  processingTime: { seconds: 1.8, change: -0.3 },
  topPeriods: [
    {
      kind: 'month',
      label: 'January 2026',
      amount: '2011.00',
      share: null,
      change: 6.2,
      filter: { status: 'success', currency: 'EUR', from: '2026-01-01', to: '2026-01-31' },
    },
    {
      kind: 'slot',
      label: 'Saturday Evenings',
      amount: '1644.10',
      share: 32.2,
      change: null,
      filter: { status: 'success', currency: 'EUR', weekday: 6, slot: 3 },
    },
  ],
}

export const analyticsDocs = {
  tag: { name: 'Analytics', description: 'Figures over time, in business days.' },
  parameters: {
    range: { description: 'Period: days up to today, or months up to the current one' },
    currency: { description: 'Only this currency' },
  },
  outputs: {
    MethodTypeShares: describeSchema(MethodTypeShares, {
      description: 'Method types that payers used, by the payment method that they chose.',
      example: [
        {
          paymentMethod: 'card',
          type: 'card',
          count: 150,
          amounts: [{ currency: 'EUR', amount: '3723.00' }],
        },
        {
          paymentMethod: 'card',
          type: 'satispay',
          count: 21,
          amounts: [{ currency: 'EUR', amount: '412.50' }],
        },
      ],
    }),
    PaymentMethodShares: describeSchema(PaymentMethodShares, {
      description: 'Number of payments by method.',
      example: [
        { name: 'Credit Card', value: 171 },
        { name: 'PayPal', value: 22 },
        { name: 'Bank Transfer', value: 13 },
      ],
    }),
    Series: describeSchema(Series, {
      description: 'Values by period: `datasets[n].data[i]` belongs to `labels[i]`.',
      fields: { labels: 'Days (`2026-01-31`), first days of weeks, or months (`2026-01`)' },
      example: { labels, datasets: [{ label: 'Revenue', data: [1204.5, 1893.2, 2011] }] },
    }),
    Summary: describeSchema(Summary, {
      description:
        'This month so far against the month before, or a range against the one before it. Retention is always that of this month.',
      fields: {
        averageValue: 'Mean amount of a successful payment',
        retention: 'Percentage of customers who paid in the month before and again in this one',
        processingTime: 'Time from taking a payment to its final status',
        topPeriods:
          'The best month (of a range: its best month or day, and its best weekday) and the best six hours of the week, ever; `filter` lists their payments',
      },
      example: summary,
    }),
    TransactionsVolume: describeSchema(TransactionsVolume, {
      description: 'Payments by period: `data[i]` belongs to `labels[i]`.',
      example: { labels: ['2026-01-30', '2026-01-31'], data: [9, 14] },
    }),
  },
  calls: {
    successRate: {
      responses: {
        rate: {
          summary: 'A month in which nothing was final is null',
          value: { labels, datasets: [{ label: 'Success Rate', data: [null, 95.8, 96.2] }] },
        },
      },
    },
  },
} satisfies DocsOf<typeof analyticsRouter>
