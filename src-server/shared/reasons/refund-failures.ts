type Entry = {
  /** The cause in one sentence, without its full stop. */
  meaning: string
  /** Advice for the merchant in one sentence, without its full stop. */
  advice: string
}

/** Every `failureReason` of a refund. A published reason is never removed, because API clients may compare it. */
export const refundFailures = {
  account_closed: {
    meaning: 'The card or account that paid no longer accepts money',
    advice: 'Return the money another way, and note on the payment how',
  },
  insufficient_funds: {
    meaning: 'The balance at the processor was too low',
    advice: 'Wait for more takings, or top up the balance, then refund again',
  },
  not_approved: {
    meaning: 'An owner declined the refund',
    advice: 'Ask the owner before refunding again',
  },
  processor_key_invalid: {
    meaning: 'The processor does not accept the key',
    advice: 'Connect the account with a valid key in Settings, Payments, then refund again',
  },
  refunded_elsewhere: {
    meaning: 'While it waited for approval, the payment was refunded or disputed at the processor',
    advice: 'Read what is left of the payment, and refund that if needed',
  },
  refused: {
    meaning: 'The processor refused the refund',
    advice: "Look at the payment in the processor's own dashboard, or return the money another way",
  },
} as const satisfies Record<string, Entry>

export type RefundFailure = keyof typeof refundFailures
