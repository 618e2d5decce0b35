import { expect, test } from 'vitest'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { startPlainStripe } from '../support/plain-stripe.ts'
import { testApp } from '../support/test-app.ts'

test('a server with the minimum of Stripe’s protocol takes payments and makes refunds', async () => {
  await using stripe = await startPlainStripe()
  await using app = await testApp({ environment: { STRIPE_API_URL: stripe.url } })
  const ada = await app.person()
  await ada.api.processorAccounts.connect.mutate({
    processor: 'stripe',
    secretKey: 'sk_test_0123456789',
    publishableKey: 'pk_test_0123456789',
    makeWebhook: false,
  })
  const shop = await keyCaller(app, ada, { scopes: ['read', 'write', 'refund', 'disputes'] })

  const paid = await shop.rest(
    'POST',
    '/api/transactions',
    payment({ amount: '10.00', currency: 'EUR', paymentToken: 'pm_card_visa' }),
  )
  const path = `/api/transactions/${paid.json().id}/refunds`
  const refundResponse = await shop.rest('POST', path, { amount: '4.00' })
  await app.settle()

  expect(paid.json()).toMatchObject({ status: 'success', amount: '10.00' })
  expect(refundResponse.json()).toMatchObject({ status: 'success', amount: '4.00' })
  expect(stripe.netAmount()).toBe(600)
})
