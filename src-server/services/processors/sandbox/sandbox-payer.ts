import type { PaymentAtProcessor } from '#server/core/ports/processor.ts'
import type { Operation, SandboxBook } from './sandbox-book.queries.ts'
import { endByPayer } from './sandbox-plan.rules.ts'

/**
 * What stands in the book of a payment, once it holds the end that its payer has brought about. Whoever asks notes
 * that end, and is answered by what stands there then: of a payer and a void at the same moment the first one wins.
 */
export async function standing(
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
 * Notes what the payer has decided; the first decision stands. One that is approved and not captured by hand is
 * captured with it, unless it was cancelled before.
 */
export async function decidePayer(
  book: SandboxBook,
  payment: PaymentAtProcessor,
  { kind, atMs }: { kind: 'approve' | 'decline'; atMs: number },
): Promise<void> {
  await book.put(payment, { key: 'payer', kind, amount: null, atMs })
  await standing(book, payment, atMs)
}
