import type Stripe from 'stripe'
import type { StripeAccount } from './account.ts'
import { balanceOf, markAvailable } from './balance.ts'
import { closeDispute, findDispute, updateDispute } from './disputes.ts'
import { listPage, type Route, readOneRoute, readRoute, writeRoute } from './route.ts'
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
  readOneRoute('/v1/account', 'accounts_kyc_basic', ({ account }) => accountOf(account)),
  readOneRoute('/v1/balance', 'balance', balanceOf),
  readRoute('/v1/balance_transactions', 'balance_transactions', (context, { body }) => {
    const { balance, paidOut } = context.account
    markAvailable(context)
    return listPage(balance.values(), body, {
      url: '/v1/balance_transactions',
      by: {
        currency: ({ currency }) => currency,
        payout: ({ id }) => paidOut.get(id),
        source: ({ source }) => source,
        type: ({ type }) => type,
      },
    })
  }),
  readOneRoute('/v1/balance_transactions/:id', 'balance_transactions', (context, id) => {
    markAvailable(context)
    const transaction = context.account.balance.get(id)
    if (!transaction) throw missing('balance transaction', id)
    return transaction
  }),
  readRoute('/v1/payouts', 'payouts', ({ account }, { body }) =>
    listPage(account.payouts.values(), body, {
      url: '/v1/payouts',
      by: { status: ({ status }) => status },
    }),
  ),
  readOneRoute('/v1/payouts/:id', 'payouts', ({ account }, id) => {
    const payout = account.payouts.get(id)
    if (!payout) throw missing('payout', id)
    return payout
  }),
  readRoute('/v1/disputes', 'disputes', ({ account }, { body }) =>
    listPage(account.disputes.values(), body, {
      url: '/v1/disputes',
      by: {
        charge: ({ charge }) => charge,
        payment_intent: ({ payment_intent }) => payment_intent,
      },
    }),
  ),
  readOneRoute('/v1/disputes/:id', 'disputes', findDispute),
  writeRoute('/v1/disputes/:id', 'disputes', (context, { id, body }) =>
    updateDispute(context, id, body),
  ),
  writeRoute('/v1/disputes/:id/close', 'disputes', (context, { id, body }) =>
    closeDispute(context, id, body),
  ),
  readRoute('/v1/radar/early_fraud_warnings', 'early_fraud_warnings', ({ account }, { body }) =>
    listPage(account.warnings.values(), body, {
      url: '/v1/radar/early_fraud_warnings',
      by: {
        charge: ({ charge }) => charge,
        payment_intent: ({ payment_intent }) => payment_intent,
      },
    }),
  ),
  readOneRoute('/v1/radar/early_fraud_warnings/:id', 'early_fraud_warnings', ({ account }, id) => {
    const warning = account.warnings.get(id)
    if (!warning) throw missing('early fraud warning', id)
    return warning
  }),
]
