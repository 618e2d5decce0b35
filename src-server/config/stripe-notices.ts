/** Stripe's package prints advice of its own into the log of a test mode, unless the environment says not to. */
export function silenceStripeNotices(environment: NodeJS.ProcessEnv = process.env): void {
  environment.STRIPE_SUPPRESS_NOTICES ??= 'true'
}
