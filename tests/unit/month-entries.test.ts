import { expect, test } from 'vitest'
import {
  type EntrySum,
  type LineSums,
  linesOfEntries,
} from '#server/features/months/month-entries.rules.ts'

const lineKey = { subject: '2026-03', day: '2026-03-10' }

const sumOf = (more: Partial<EntrySum>): EntrySum => ({
  type: 'charge',
  processor: 'stripe',
  currency: 'EUR',
  count: 1,
  costCount: 1,
  amount: 1000,
  fee: 40,
  ...more,
})

const disputeOf = (count: number, amount: number) => ({
  name: 'card',
  currency: 'EUR',
  count,
  amount,
})

test('the lines of a day are the same, however its entries were divided', () => {
  const entries = [
    sumOf({}),
    sumOf({ fee: -40 }),
    sumOf({ type: 'payout', amount: -900, fee: 0, costCount: 0 }),
    sumOf({ type: 'fee', amount: -7, fee: 0 }),
    sumOf({ type: 'refund', amount: -300, fee: 12 }),
    sumOf({ type: 'refund', amount: -100, fee: 0, costCount: 0 }),
  ]
  const disputes = [disputeOf(1, 5000), disputeOf(0, -5000)]
  const divided: LineSums[] = [
    ...entries.map((entry) => ({ lineKey, entries: [entry], disputes: [] })),
    ...disputes.map((dispute) => ({ lineKey, entries: [], disputes: [dispute] })),
  ]

  const lines = linesOfEntries([{ lineKey, entries, disputes }])

  expect(linesOfEntries(divided)).toEqual(lines)
  expect(lines.map(({ section, kind, count, amount }) => [section, kind, count, amount])).toEqual([
    ['payouts', 'payout', 1, 900],
    ['disputes', '', 1, 0],
    ['fees', 'fee', 1, 7],
    ['fees', 'refund', 1, 12],
  ])
})
