import { drill } from '../support/drill.ts'
import { runInnerDrill } from '../support/inner-drill.ts'

const calls = {
  files: ['tests/server/stripe-faults.test.ts', 'tests/server/paypal-faults.test.ts'],
  counts: ['STRIPE_FAULTS', 'PAYPAL_FAULTS'],
}

drill({
  row: 'lost-responses',
  what: 'rounds in which each call to Stripe and PayPal that moves money is reset, stalls, gets 500, 503, 429 or half a body, before and after it was done: the money that moved is the money in our rows',
  quick: 1,
  full: 20,
  only: 'sqlite',
  run: runInnerDrill(calls),
  selfTest: () => runInnerDrill({ ...calls, fault: 'doubled-paypal-refunds' })(1),
})
