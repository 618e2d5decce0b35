/** Columns of a payment that its caller sets for an order and for the payer, and the caller's shop. */
export interface CallerColumns {
  /** The caller's own reference of the order, unique among the merchant's payments that have not failed. */
  orderReference?: string | null
  /** URLs of the merchant's own site: for a payer who returns, and for one who does not pay; null if there is none. */
  returnUrl?: string | null
  cancelUrl?: string | null
  /** Language of the payer's pages and mails; null if the payment chose none. */
  locale?: 'it' | 'en' | null
  /** Time at which the payment fails unless its payer has paid; null if only its processor limits it. */
  expiresAt?: string | null
  /** The shop whose API key made the payment; null for any other payment. */
  shopId?: string | null
}
