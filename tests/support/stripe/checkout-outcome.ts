import type Stripe from 'stripe'
import { emit } from './events.ts'
import type { StandInContext } from './payment-intents.ts'

/** Applies the state of an intent to its Checkout Session, if it has one. */
export function followIntent(context: StandInContext, intent: Stripe.PaymentIntent): void {
  const checkouts = [...context.account.checkouts.values()]
  const session = checkouts.find(({ session }) => session.payment_intent === intent.id)?.session
  if (session?.status === 'open') {
    // The payer has finished, even if the money is only authorized or still processing.
    if (!/^(?:succeeded|requires_capture|processing)$/.test(intent.status)) return
    session.status = 'complete'
    session.payment_status = intent.status === 'succeeded' ? 'paid' : 'unpaid'
    session.url = null
    emit(context, 'checkout.session.completed', session)
  } else if (session?.status === 'complete' && session.payment_status === 'unpaid') {
    if (intent.status === 'succeeded') session.payment_status = 'paid'
    if (intent.capture_method === 'manual') return
    const outcome = intent.status === 'succeeded' ? 'succeeded' : 'failed'
    emit(context, `checkout.session.async_payment_${outcome}`, session)
  }
}
