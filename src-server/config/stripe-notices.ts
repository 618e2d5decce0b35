/**
 * Stops Stripe's package from printing its own advice into the log in test mode, unless the environment sets the
 * variable.
 */
export function suppressStripeNotices(environment: NodeJS.ProcessEnv = process.env): void {
  environment.STRIPE_SUPPRESS_NOTICES ??= 'true'
}
