import { settleRefunds } from '#server/features/refunds/settle-refunds.ts'
import { payment } from './make.ts'
import { type Person, SETTLEMENT_MS, type TestApp } from './test-app.ts'

/** Reasons that the created refunds use in rotation. */
export const reasons = ['duplicate', 'goodwill', 'other'] as const
/** Amounts for the sandbox's outcomes: success at once, success later, success that fails afterwards, and failure. */
const amounts = ['1.00', '2.50', '3.08', '4.09', '1.10'] as const

/** Creates refunds of all kinds over two days, within one session. Some are pending or failed. */
export async function createManyRefunds(app: TestApp, alice: Person) {
  for (let i = 0; i < 12; i++) {
    const { id } = await alice.api.transactions.create.mutate(
      payment({
        amount: '50.00',
        currency: i % 2 === 0 ? 'EUR' : 'USD',
        paymentMethod: i % 3 === 0 ? 'paypal' : 'card',
        customerName: i % 4 === 0 ? 'Rossi Maria' : 'Ada Rossi',
        customerEmail: i % 4 === 0 ? 'maria@example.com' : 'ada@example.com',
      }),
    )
    for (let part = 0; part < 3; part++) {
      const amount = amounts[(i + part) % amounts.length]
      const reason = reasons[(i + part) % reasons.length]
      await alice.api.refunds.create.mutate({ id, amount, reason, note: `part ${part}` })
    }
    if (i === 5) {
      app.clock.advance(SETTLEMENT_MS)
      await settleRefunds(app.world)
    }
    app.clock.advance(30 * 60_000)
  }
}
