import type { SectionProcessor } from '#client/processors/account/account-words.ts'
import { account } from '#client/processors/account/texts/en/account.ts'
import { paypal as texts } from '#client/processors/paypal/texts/en/paypal.ts'
import type { PayPalPermission } from '#server/services/processors/paypal/paypal-keys.schema.ts'
import { identity } from './identity.ts'

/** The names of the permissions on PayPal's pages and in its documents, which are English in every language. */
const permissions: Record<PayPalPermission, string> = {
  paypal_orders: 'Orders',
  paypal_captures: 'Payments',
  paypal_disputes: 'Customer Disputes',
  paypal_webhooks: 'Webhooks',
  paypal_transaction_search: 'Transaction Search',
}

export const sectionProcessor: SectionProcessor = {
  name: 'paypal',
  label: identity.label,
  words: {
    ...texts,
    connect: texts.connect.title,
    permissions,
    without: { paypal_disputes: account.permissions.withoutAnswers },
  },
}
