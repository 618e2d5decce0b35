import type { Day } from '#server/shared/day.ts'
import type { Minor } from '#server/shared/money/money.ts'
import { paymentMethods } from '#server/shared/money/payment-method.ts'
import { transactionStatuses } from '../transactions/transaction-enums.schema.ts'
import type { Figure, ReportLanguage } from './openai.schema.ts'
import { reportNumbersFor } from './report-numbers.ts'
import { reportWords } from './report-words.ts'
import { TOTALS_DAYS, type Totals } from './totals.ts'

/** Returns the figures that a page shows next to an analysis, each with the filter that lists its rows. */
export function figuresOf(totals: Totals, language: ReportLanguage): Figure[] {
  const { figures: words, methodNames } = reportWords[language]
  const numbers = reportNumbersFor(language)
  const span = { from: totals.from, to: totals.to }
  const countFigure = (label: string, count: number, filter: Figure['filter']) =>
    count === 0 ? [] : [{ label, value: numbers.count(count), filter: { ...filter, ...span } }]
  const { successRate } = totals
  return [
    ...countFigure(words.payments(TOTALS_DAYS), totals.payments, {}),
    ...totals.revenue.map(({ currency, amount }) => ({
      label: words.revenue(currency),
      value: numbers.money(amount, currency),
      filter: { status: 'success', currency, ...span },
    })),
    ...transactionStatuses.flatMap((status) =>
      countFigure(words.statuses[status], totals.byStatus[status], { status }),
    ),
    ...paymentMethods.flatMap((paymentMethod) =>
      countFigure(words.byMethod(methodNames[paymentMethod]), totals.byMethod[paymentMethod], {
        paymentMethod,
      }),
    ),
    ...(successRate === null
      ? []
      : [
          {
            label: words.successRate,
            value: numbers.percent(successRate),
            filter: { final: true, ...span },
          },
        ]),
    ...periodFigures(totals, language),
  ]
}

function periodFigures(totals: Totals, language: ReportLanguage): Figure[] {
  const { best, weakest, bestSlot, anomalies, currency } = totals
  const { figures: words } = reportWords[language]
  const numbers = reportNumbersFor(language)
  const dayFigure = (label: string, { day, amount }: { day: Day; amount: Minor }): Figure => ({
    label: `${label}, ${numbers.day(day)}`,
    value: numbers.money(amount, currency),
    filter: { status: 'success', currency, from: day, to: day },
  })
  return [
    ...(best ? [dayFigure(words.bestDay, best)] : []),
    ...(weakest ? [dayFigure(words.weakestDay, weakest)] : []),
    ...(bestSlot
      ? [
          {
            label: words.bestSlot(numbers.slot(bestSlot.weekday, bestSlot.slot)),
            value: numbers.money(bestSlot.amount, currency),
            filter: {
              status: 'success',
              currency,
              weekday: bestSlot.weekday,
              slot: bestSlot.slot,
            },
          },
        ]
      : []),
    ...anomalies.map((anomaly) => dayFigure(words.unusualDay, anomaly)),
  ]
}
