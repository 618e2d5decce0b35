type Entry = {
  /** Payment methods that can cause this code. */
  methods: readonly ('card' | 'paypal' | 'bank')[]
  /** The cause in one sentence, without its full stop. */
  meaning: string
  /** Advice for the merchant in one sentence, without its full stop. */
  advice: string
}

/**
 * Codes that a failed or cancelled payment can have as `failureReason`. A person who cancels a payment may write any
 * other text. A published code is never removed.
 */
export const declineCodes = {
  account_restricted: {
    methods: ['paypal'],
    meaning: 'The processor does not let the merchant’s account take the payment',
    advice:
      'Sign in at the processor’s own site and do what it asks for there, then take the payment again',
  },
  authentication_failed: {
    methods: ['card', 'paypal'],
    meaning: 'The customer did not complete the bank’s confirmation',
    advice: 'Ask the customer to pay again and to confirm it, or for another way to pay',
  },
  authorization_expired: {
    methods: ['card', 'paypal'],
    meaning: 'The authorized amount was not captured in time',
    advice: 'Take a new payment if it is still wanted, and capture it earlier',
  },
  cancelled: {
    methods: ['card', 'paypal', 'bank'],
    meaning: 'A person cancelled the payment and gave no reason',
    advice: 'Take a new payment if it is still wanted',
  },
  card_declined: {
    methods: ['card'],
    meaning: 'The bank of the card declined it',
    advice: 'Ask the customer for another card, or to call their bank',
  },
  duplicate: {
    methods: ['card', 'paypal'],
    meaning: 'The bank or the processor treated it as a duplicate of an earlier payment',
    advice: 'Check the first payment before taking it again',
  },
  expired: {
    methods: ['card', 'paypal', 'bank'],
    meaning: 'The customer did not confirm the payment in time',
    advice: 'Take the payment again and ask the customer to confirm it straight away',
  },
  expired_card: {
    methods: ['card'],
    meaning: 'The card has expired',
    advice: 'Ask the customer for another card',
  },
  incorrect_details: {
    methods: ['card'],
    meaning: 'The card details were wrong',
    advice: 'Ask the customer to check number, date and code, and to pay again',
  },
  insufficient_funds: {
    methods: ['card', 'paypal'],
    meaning: 'There was not enough money in the account',
    advice: 'Ask the customer for another way to pay, or try again later',
  },
  limit_exceeded: {
    methods: ['card'],
    meaning: 'The card has reached its limit',
    advice: 'Ask the customer for another card, or try again later',
  },
  not_sent: {
    methods: ['card', 'paypal', 'bank'],
    meaning: 'The processor was never reached, so no money moved',
    advice: 'Take the payment again',
  },
  not_supported: {
    methods: ['card'],
    meaning: 'The card does not support this kind of payment or this currency',
    advice: 'Ask the customer for another way to pay',
  },
  payer_declined: {
    methods: ['card', 'paypal'],
    meaning: 'PayPal, or another service such as Klarna, declined the payment',
    advice: 'Ask the customer to look at their account there, or for another way to pay',
  },
  transfer_rejected: {
    methods: ['card', 'bank'],
    meaning: 'The bank rejected the transfer or the direct debit',
    advice: 'Check the bank details with the customer, then take the payment again',
  },
  try_again: {
    methods: ['card'],
    meaning: 'The card’s bank could not be reached',
    advice: 'Take the payment again in a moment',
  },
} as const satisfies Record<string, Entry>

export type DeclineCode = keyof typeof declineCodes

/** Returns true if the text is a published code rather than a person's own words. */
export const isDeclineCode = (text: string): text is DeclineCode =>
  Object.hasOwn(declineCodes, text)
