import { expect, test } from 'vitest'
import type { DisputeAtProcessor, RefundsAndDisputes } from '#server/core/ports/processor.ts'
import { recordRefundsAndDisputes } from '#server/features/refunds/from-processor/record-refunds-and-disputes.ts'
import { findTransaction } from '#server/features/transactions/transactions.queries.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { testApp } from '../support/test-app.ts'

type Step = 'opened' | 'part refunded' | 'rest refunded' | 'closed'

const steps: readonly Step[] = ['opened', 'part refunded', 'rest refunded', 'closed']

function ordersOf<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]]
  return all.flatMap((one, at) => ordersOf(all.toSpliced(at, 1)).map((rest) => [one, ...rest]))
}

const AT_MS = Date.parse('2026-03-10T12:00:00.000Z')

const refund = (ref: string, amount: number) => ({
  ref,
  ownId: null,
  amount,
  createdAtMs: AT_MS,
  progress: { status: 'success' } as const,
})

const dispute = (ref: string, status: DisputeAtProcessor['status']): DisputeAtProcessor => ({
  ref,
  kind: 'dispute',
  status,
  amount: 1234,
  reason: 'general',
  category: 'general',
  networkReason: null,
  fee: 1500,
  isRefundable: false,
  evidenceDueMs: AT_MS + 86_400_000,
  openedAtMs: AT_MS,
  hasEvidence: false,
})

/** Returns what a processor reports after these steps, in the order in which its notifications arrive. */
const factsAfter = (
  ref: string,
  done: readonly Step[],
  end: 'won' | 'lost',
): RefundsAndDisputes => {
  const last = done.filter((step) => step === 'opened' || step === 'closed').at(-1)
  return {
    refunds: [
      ...(done.includes('part refunded') ? [refund('re_1', 300)] : []),
      ...(done.includes('rest refunded') ? [refund('re_2', 500)] : []),
    ],
    disputes: last ? [dispute(ref, last === 'opened' ? 'needs_response' : end)] : [],
  }
}

test.each(['won', 'lost'] as const)(
  'every order in which a dispute that is %s and refunds become known ends in the same sums',
  async (end) => {
    await using app = await testApp()
    const alice = await app.person()
    const merchantId = alice.merchant.id
    const results = new Set<string>()

    for (const order of ordersOf(steps)) {
      const { id } = await alice.api.transactions.create.mutate(payment({ amount: '12.34' }))
      const row = await findTransaction(app.db, { merchantId, key: id })
      if (!row) throw new Error('the payment is not there')
      for (const at of order.keys()) {
        await recordRefundsAndDisputes(app.world, row, factsAfter(id, order.slice(0, at + 1), end))
      }
      await recordRefundsAndDisputes(app.world, row, factsAfter(id, ['opened', ...steps], end))
      const { amounts } = await alice.api.refunds.ofPayment.query({ id })
      results.add(JSON.stringify(amounts))
    }

    expect([...results].map((text) => JSON.parse(text))).toEqual([
      {
        authorized: null,
        captured: '12.34',
        refunding: '0.00',
        refunded: '8.00',
        disputed: end === 'lost' ? '4.34' : '0.00',
        remaining: end === 'lost' ? '0.00' : '4.34',
      },
    ])
    expect(await ledgerFindings(app)).toEqual([])
  },
)
