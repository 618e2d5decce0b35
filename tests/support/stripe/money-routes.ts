import type Stripe from 'stripe'
import type { StripeAccount } from './account.ts'
import { balanceOf, ripen } from './balance.ts'
import { closeDispute, findDispute, updateDispute } from './disputes.ts'
import { listed, type Route, reads, readsOne, writes } from './route.ts'
import { missing } from './stripe-refusal.ts'

const accountOf = ({ id }: StripeAccount): Stripe.Account => ({
  id,
  object: 'account',
  business_profile: null,
  business_type: 'company',
  capabilities: { card_payments: 'active', sepa_debit_payments: 'active', transfers: 'active' },
  charges_enabled: true,
  country: 'IT',
  default_currency: 'eur',
  details_submitted: true,
  email: 'merchant@example.com',
  payouts_enabled: true,
  type: 'standard',
})

export const moneyRoutes: readonly Route[] = [
  readsOne('/v1/account', 'accounts_kyc_basic', ({ account }) => accountOf(account)),
  readsOne('/v1/balance', 'balance', balanceOf),
  reads('/v1/balance_transactions', 'balance_transactions', (moment, { body }) => {
    const { balance, paidOut } = moment.account
    ripen(moment)
    return listed(balance.values(), body, {
      url: '/v1/balance_transactions',
      by: {
        currency: ({ currency }) => currency,
        payout: ({ id }) => paidOut.get(id),
        source: ({ source }) => source,
        type: ({ type }) => type,
      },
    })
  }),
  readsOne('/v1/balance_transactions/:id', 'balance_transactions', (moment, id) => {
    ripen(moment)
    const transaction = moment.account.balance.get(id)
    if (!transaction) throw missing('balance transaction', id)
    return transaction
  }),
  reads('/v1/payouts', 'payouts', ({ account }, { body }) =>
    listed(account.payouts.values(), body, {
      url: '/v1/payouts',
      by: { status: ({ status }) => status },
    }),
  ),
  readsOne('/v1/payouts/:id', 'payouts', ({ account }, id) => {
    const payout = account.payouts.get(id)
    if (!payout) throw missing('payout', id)
    return payout
  }),
  reads('/v1/disputes', 'disputes', ({ account }, { body }) =>
    listed(account.disputes.values(), body, {
      url: '/v1/disputes',
      by: {
        charge: ({ charge }) => charge,
        payment_intent: ({ payment_intent }) => payment_intent,
      },
    }),
  ),
  readsOne('/v1/disputes/:id', 'disputes', findDispute),
  writes('/v1/disputes/:id', 'disputes', (moment, { id, body }) => updateDispute(moment, id, body)),
  writes('/v1/disputes/:id/close', 'disputes', (moment, { id, body }) =>
    closeDispute(moment, id, body),
  ),
  reads('/v1/radar/early_fraud_warnings', 'early_fraud_warnings', ({ account }, { body }) =>
    listed(account.warnings.values(), body, {
      url: '/v1/radar/early_fraud_warnings',
      by: {
        charge: ({ charge }) => charge,
        payment_intent: ({ payment_intent }) => payment_intent,
      },
    }),
  ),
  readsOne('/v1/radar/early_fraud_warnings/:id', 'early_fraud_warnings', ({ account }, id) => {
    const warning = account.warnings.get(id)
    if (!warning) throw missing('early fraud warning', id)
    return warning
  }),
]
