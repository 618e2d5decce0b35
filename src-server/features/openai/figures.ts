import { type Currency, decimalFromMinor, type Minor } from '#server/shared/money.ts'
import { paymentMethodNames, paymentMethods } from '#server/shared/payment-method.ts'
import { transactionStatuses } from '../transactions/transactions.schema.ts'
import { FACT_DAYS, type Facts } from './facts.ts'
import type { Figure } from './openai.schema.ts'

export const money = (amount: Minor, currency: Currency): string =>
  `${decimalFromMinor(amount)} ${currency}`

const statusLabels = {
  success: 'Successful payments',
  pending: 'Pending payments',
  failed: 'Failed payments',
} as const

/** The facts as a page shows them beside an analysis, each with the filter that lists its rows. */
export function figuresOf(facts: Facts): Figure[] {
  const span = { from: facts.from, to: facts.to }
  const figures: Figure[] = [
    {
      label: `Payments, last ${FACT_DAYS} days`,
      value: String(facts.payments),
      filter: span,
    },
    ...facts.revenue.map(({ currency, amount }) => ({
      label: `Revenue in ${currency}`,
      value: money(amount, currency),
      filter: { status: 'success', currency, ...span },
    })),
    ...transactionStatuses.map((status) => ({
      label: statusLabels[status],
      value: String(facts.byStatus[status]),
      filter: { status, ...span },
    })),
    ...paymentMethods.map((paymentMethod) => ({
      label: `By ${paymentMethodNames[paymentMethod]}`,
      value: String(facts.byMethod[paymentMethod]),
      filter: { paymentMethod, ...span },
    })),
  ]
  if (facts.successRate !== null) {
    figures.push({
      label: 'Success rate',
      value: `${facts.successRate.toFixed(1)} %`,
      filter: { final: true, ...span },
    })
  }
  return [...figures, ...periodFigures(facts)].filter(({ value }) => value !== '0')
}

function periodFigures({ best, weakest, bestSlot, anomalies, currency }: Facts): Figure[] {
  const onDay = (label: string, { day, amount }: { day: string; amount: Minor }): Figure => ({
    label: `${label}, ${day}`,
    value: money(amount, currency),
    filter: { status: 'success', currency, from: day, to: day },
  })
  return [
    ...(best ? [onDay('Best day', best)] : []),
    ...(weakest ? [onDay('Weakest day', weakest)] : []),
    ...(bestSlot
      ? [
          {
            label: `Best time of the week, ever: ${bestSlot.label}`,
            value: money(bestSlot.amount, currency),
            filter: {
              status: 'success',
              currency,
              weekday: bestSlot.weekday,
              slot: bestSlot.slot,
            },
          },
        ]
      : []),
    ...anomalies.map((anomaly) => onDay('Unusual day', anomaly)),
  ]
}
