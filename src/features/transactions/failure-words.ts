import { transactions } from '#client/texts/en/transactions.ts'
import { isDeclineCode } from '#server/shared/reasons/decline-codes.ts'

/** Returns a failure's meaning and next step. Reasons typed by people are shown unchanged. */
export function failureWords(reason: string | null): { meaning: string; next: string } {
  if (!reason) return transactions.unknownReason
  if (isDeclineCode(reason)) return transactions.reasons[reason]
  return { meaning: reason.replaceAll('_', ' '), next: transactions.unknownReason.next }
}

/** Returns the failure reason in two or three words, for a row of a list. */
export function shortFailure(reason: string | null): string | undefined {
  if (!reason) return undefined
  return isDeclineCode(reason) ? transactions.shortReasons[reason] : reason.replaceAll('_', ' ')
}
