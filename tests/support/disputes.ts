import { checkDueDisputes } from '#server/features/refunds/facts/check-disputes.ts'
import { payment } from './make.ts'
import { type Person, SETTLEMENT_MS, type TestApp } from './test-app.ts'

/** Takes a payment that the sandbox disputes after its settlement time, and returns the dispute's id. */
export async function disputeOf(
  app: TestApp,
  person: Person,
  amount = '42.11',
  more: Record<string, unknown> = {},
): Promise<string> {
  const paid = await person.api.transactions.create.mutate(payment({ amount, ...more }))
  await checkDueDisputes(app.world)
  app.clock.advance(SETTLEMENT_MS)
  await checkDueDisputes(app.world)
  const { data } = await person.api.disputes.list.query({ transactionId: paid.id })
  const [dispute] = data
  if (!dispute) throw new Error('the payment is not disputed')
  return dispute.id
}
