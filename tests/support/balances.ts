import { createBalanceReader } from '#server/features/money/reading/balance-queue.ts'
import { payment } from './make.ts'
import type { Person, TestApp } from './test-app.ts'

/** Time after which the sandbox reports the balance entry of a payment. */
export const READ_AFTER_MS = 11_000

/** Runs the job that reads balances `runs` times, because a long history needs several runs. */
export async function readBalances(app: TestApp, runs = 3): Promise<void> {
  const read = createBalanceReader(app.world)
  for (let run = 0; run < runs; run++) {
    await read()
    app.clock.advance(1000)
  }
}

/** Takes payments one after another. Returns the responses. */
export async function takePayments(
  person: Pick<Person, 'rest'>,
  count: number,
  overrides: Parameters<typeof payment>[0] = {},
) {
  const payments = []
  for (let at = 0; at < count; at++) {
    const taken = await person.rest(
      'POST',
      '/api/payments',
      payment({ amount: '100.00', ...overrides }),
    )
    payments.push(taken.json())
  }
  return payments
}

/** Takes a payment, waits until it is available, and pays it out. Returns the payout's id. */
export async function createSandboxPayout(app: TestApp, person: Person): Promise<string> {
  await takePayments(person, 1)
  app.clock.advance(READ_AFTER_MS)
  await readBalances(app)
  return (await person.api.payouts.create.mutate({ currency: 'USD' })).id
}
