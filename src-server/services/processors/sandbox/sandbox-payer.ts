import type { PaymentAtProcessor } from '#server/core/ports/processor.ts'
import { endByPayer } from './sandbox-plan.rules.ts'
import type { Operation, SandboxStore } from './sandbox-store.queries.ts'

/**
 * Returns the operations of a payment, and first stores the end that its payer caused, if any. Every caller stores that
 * end before reading: when a payer and a void act at the same moment, the first of both calls decides.
 */
export async function readOperations(
  store: SandboxStore,
  payment: PaymentAtProcessor,
  nowMs: number,
): Promise<Operation[]> {
  const operations = await store.find(payment)
  const end = endByPayer(operations, payment, { nowMs })
  if (!end) return operations
  await store.put(payment, end)
  return store.find(payment)
}

/**
 * Records the payer's decision; the first decision counts. An approved payment with automatic capture is captured at
 * once, unless it has already been cancelled.
 */
export async function recordPayerDecision(
  store: SandboxStore,
  payment: PaymentAtProcessor,
  { kind, atMs }: { kind: 'approve' | 'decline'; atMs: number },
): Promise<void> {
  await store.put(payment, { key: 'payer', kind, amount: null, atMs })
  await readOperations(store, payment, atMs)
}
