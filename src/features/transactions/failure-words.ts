import { transactions } from '../../texts/transactions.ts'

/** A failure in plain words. Reasons that people gave by hand are shown as they wrote them. */
export function failureWords(reason: string | null): { meaning: string; next: string } {
  if (!reason) return transactions.unknownReason
  const known = transactions.reasons[reason]
  if (known) return known
  return { meaning: reason.replaceAll('_', ' '), next: transactions.unknownReason.next }
}
