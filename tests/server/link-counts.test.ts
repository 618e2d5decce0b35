import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { createLink, pay, readLink, trustProxy } from '../support/pay-page.ts'
import { SETTLEMENT_MS, testApp } from '../support/test-app.ts'

const step = fc.oneof(
  fc.record({
    does: fc.constant('pay' as const),
    link: fc.nat(1),
    amount: fc.constantFrom('10.00', '10.01', '10.03', '10.04', '10.06', '7.50'),
    method: fc.constantFrom('card', 'paypal', 'bank'),
  }),
  fc.record({ does: fc.constant('settle' as const) }),
  fc.record({ does: fc.constant('void' as const), at: fc.nat(9) }),
  fc.record({ does: fc.constant('elsewhere' as const) }),
)

test('a link’s counts match its payments after any history', async () => {
  await using app = await testApp({ environment: trustProxy })
  const alice = await app.person()
  let from = 0

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const links = [
        await createLink(alice, { amountKind: 'chosen' }),
        await createLink(alice, { amountKind: 'chosen', maxUses: 2 }),
      ]
      for (const each of steps) {
        if (each.does === 'pay') {
          const address = `10.${(from >> 16) & 255}.${(from >> 8) & 255}.${from++ & 255}`
          const fields = { amount: each.amount, method: each.method }
          await pay(app, links[each.link]?.path ?? '', fields, { address })
        } else if (each.does === 'settle') {
          app.clock.advance(SETTLEMENT_MS)
          await app.settle()
        } else if (each.does === 'void') {
          const { data } = await alice.api.transactions.list.query({ status: 'pending' })
          const one = data[each.at % Math.max(1, data.length)]
          if (one) await alice.rest('POST', `/api/transactions/${one.id}/void`, {})
        } else {
          await alice.api.transactions.create.mutate(payment())
        }
      }
      for (const link of links) {
        const { paymentCount, paidCount, paidAmount } = await readLink(alice, link)
        const all = await alice.api.transactions.list.query({ linkId: link.id })
        const paid = await alice.api.transactions.list.query({ linkId: link.id, status: 'success' })
        const sum = paid.data.reduce(
          (cents, { amount }) => cents + Math.round(Number(amount) * 100),
          0,
        )
        expect([paymentCount, paidCount, Math.round(Number(paidAmount) * 100)]).toEqual([
          all.total,
          paid.total,
          sum,
        ])
        const summed = await alice.api.transactions.summary.query({ linkId: link.id })
        expect(summed.groups.reduce((count, group) => count + group.count, 0)).toBe(paymentCount)
      }
      expect(await ledgerFindings(app)).toEqual([])
    }),
    { numRuns: 8 },
  )
})
