import { transactions } from '#client/texts/en/transactions.ts'
import { isDeclineCode } from '#server/shared/reasons/decline-codes.ts'

/** A failure in plain words. Reasons that people gave by hand are shown as they wrote them. */
export function failureWords(reason: string | null): { meaning: string; next: string } {
  if (!reason) return transactions.unknownReason
  if (isDeclineCode(reason)) return transactions.reasons[reason]
  return { meaning: reason.replaceAll('_', ' '), next: transactions.unknownReason.next }
}

/** Why a payment failed in two or three words, for a row of a list. */
export function shortFailure(reason: string | null): string | undefined {
  if (!reason) return undefined
  return isDeclineCode(reason) ? transactions.shortReasons[reason] : reason.replaceAll('_', ' ')
}
