/**
 * Method with which a payer paid, or last tried to pay. `type`, `brand` and `wallet` are the processor's own words, of
 * which there may be more at any time.
 */
export type UsedMethod = {
  type: string
  /** Brand of a card. */
  brand: string | null
  /** Last four digits of a card or of a bank account. */
  last4: string | null
  /** Wallet that held the card. */
  wallet: string | null
  /** Country of the card, the bank account or the payer, as two letters. */
  country: string | null
  /** Kind of a card: `credit`, `debit` or `prepaid`. */
  funding: string | null
}

/** Returns a used method of which the type is all that is known. */
export const methodOfType = (type: string): UsedMethod => ({
  type,
  brand: null,
  last4: null,
  wallet: null,
  country: null,
  funding: null,
})
