import type { PaymentAtProcessor } from '#server/core/ports/processor.ts'
import type { Operation, SandboxBook } from './sandbox-book.queries.ts'
import { endByPayer } from './sandbox-plan.rules.ts'

/**
 * Returns the operations of a payment, and first stores the end that its payer caused, if any. Every caller stores that
 * end before reading: when a payer and a void act at the same moment, the first one wins.
 */
export async function readOperations(
  book: SandboxBook,
  payment: PaymentAtProcessor,
  nowMs: number,
): Promise<Operation[]> {
  const operations = await book.find(payment)
  const end = endByPayer(operations, payment, { nowMs })
  if (!end) return operations
  await book.put(payment, end)
  return book.find(payment)
}

/**
 * Records the payer's decision; the first decision counts. An approved payment with automatic capture is captured at
 * once, unless it has already been cancelled.
 */
export async function recordPayerDecision(
  book: SandboxBook,
  payment: PaymentAtProcessor,
  { kind, atMs }: { kind: 'approve' | 'decline'; atMs: number },
): Promise<void> {
  await book.put(payment, { key: 'payer', kind, amount: null, atMs })
  await readOperations(book, payment, atMs)
}
