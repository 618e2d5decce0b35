import type { SectionProcessor } from '#client/processors/account/account-words.ts'
import { account } from '#client/processors/account/texts/en/account.ts'
import { stripe as texts } from '#client/processors/stripe/texts/en/stripe.ts'
import type { StripePermission } from '#server/services/processors/stripe/stripe-keys.schema.ts'
import { identity } from './identity.ts'

/** The names of the permissions on Stripe's pages, which are English in every language. */
export const permissions: Record<StripePermission, string> = {
  payment_intents: 'PaymentIntents',
  checkout_sessions: 'Checkout Sessions',
  refunds: 'Refunds',
  charges: 'Charges',
  events: 'Events',
  webhook_endpoints: 'Webhook Endpoints',
  disputes: 'Disputes',
  files: 'Files',
  early_fraud_warnings: 'Early Fraud Warnings',
  payment_method_configurations: 'Payment Method Configurations',
  payouts: 'Payouts',
  balance: 'Balance',
  balance_transactions: 'Balance Transactions',
}

export const sectionProcessor: SectionProcessor = {
  name: 'stripe',
  label: identity.label,
  words: {
    ...texts,
    connect: texts.connect.open,
    permissions,
    without: {
      disputes: account.permissions.withoutAnswers,
      files: account.permissions.withoutFiles,
    },
  },
}
