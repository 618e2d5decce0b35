import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PaymentAtProcessor, Progress } from '#server/core/ports/processor.ts'
import { createSandboxProcessor } from '#server/services/processors/sandbox/sandbox.ts'
import { recordPayerDecision } from '#server/services/processors/sandbox/sandbox-payer.ts'
import type {
  Operation,
  SandboxStore,
} from '#server/services/processors/sandbox/sandbox-store.queries.ts'
import { runs } from '../support/runs.ts'

const DAY_MS = 86_400_000

/** Creates a store in memory, whose reads and writes each wait until the scheduler runs them. */
function scheduledStore(turn: <T>(value: T) => Promise<T>): SandboxStore {
  const operations: Operation[] = []
  return {
    find: async () => {
      await turn('find')
      return [...operations]
    },
    put: async (_, operation) => {
      await turn('put')
      if (!operations.some(({ key }) => key === operation.key)) operations.push(operation)
    },
  }
}

const payment = (isCapturedByHand: boolean): PaymentAtProcessor => ({
  id: 'txn_1',
  merchantId: 'mer_1',
  accountId: null,
  ref: null,
  amount: 2006,
  currency: 'EUR',
  paymentMethod: 'card',
  isCapturedByHand,
  isOnMerchantsPage: false,
  createdAtMs: 0,
  attempt: 1,
})

type ProgressOf = (payment: PaymentAtProcessor, nowMs: number) => Promise<Progress>

/** Returns the product's actions on a payment that waits for its payer. Each returns the outcome to record. */
function actorsOf(store: SandboxStore): Record<'void' | 'approve' | 'decline' | 'ask', ProgressOf> {
  const { cancel, ...processor } = createSandboxProcessor({
    settlementMs: 5000,
    store,
    payerPage: () => '',
  })
  const ask: ProgressOf = (order, atMs) => processor.readProgress(order, atMs, async () => true)
  const decide =
    (kind: 'approve' | 'decline'): ProgressOf =>
    async (order, atMs) => {
      const before = await ask(order, atMs)
      if (before.stage === 'requires_action')
        await recordPayerDecision(store, order, { kind, atMs })
      return ask(order, atMs)
    }
  return { void: cancel, approve: decide('approve'), decline: decide('decline'), ask }
}

const isFinal = ({ stage }: Progress) => ['succeeded', 'failed', 'cancelled'].includes(stage)

test('a concurrent void, payer and job all get the stored outcome', async () => {
  const actor = fc.record({
    does: fc.constantFrom('void', 'approve', 'decline', 'ask' as const),
    // The payer has one day to decide.
    nowMs: fc.constantFrom(1000, DAY_MS - 1, DAY_MS),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(actor, { minLength: 2, maxLength: 5 }),
      async (scheduler, actors) => {
        const order = payment(false)
        const store = scheduledStore((value) => scheduler.schedule(Promise.resolve(value)))
        const actions = actorsOf(store)

        const progresses = Promise.all(
          actors.map(({ does: name, nowMs }) => actions[name](order, nowMs)),
        )
        const last = progresses.then(async (results) => [
          ...results,
          await actions.ask(order, DAY_MS),
        ])
        await scheduler.waitFor(last)

        const finalOutcomes = (await last).filter(isFinal)
        expect(new Set(finalOutcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1)
      },
    ),
    { numRuns: runs(3000, 400) },
  )
})

test('an approved payment with manual capture ends by the void or by the capture, not by both', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const order = payment(true)
      const store = scheduledStore((value) => scheduler.schedule(Promise.resolve(value)))
      const actions = actorsOf(store)
      const { capture } = createSandboxProcessor({ settlementMs: 5000, store, payerPage: () => '' })

      const progresses = Promise.all([
        actions.approve(order, 1000),
        actions.void(order, 1000),
        actions.approve(order, 1000).then(() => capture(order, 1500, 1000)),
      ])
      const last = progresses.then(async (results) => [...results, await actions.ask(order, 1000)])
      await scheduler.waitFor(last)

      const finalOutcomes = (await last).filter(isFinal).map(({ stage }) => stage)
      expect(new Set(finalOutcomes).size).toBe(1)
    }),
    { numRuns: runs(1000, 200) },
  )
})
