import { type Checkout, paySession } from './checkout-sessions.ts'
import { escapeHtml, html, type Page, priceText, seeOther } from './html.ts'
import { findIntent, type StandInContext } from './payment-intents.ts'
import { StripeRefusal } from './stripe-refusal.ts'
import { namedCards, type TestCard } from './test-cards.ts'

export const successUrlOf = ({ session }: Checkout): string =>
  String(session.success_url).replaceAll('{CHECKOUT_SESSION_ID}', session.id)

const nameOf = ({ type, brand, last4 }: TestCard): string =>
  type === 'card' ? `${brand} ${last4}` : `${type} ${last4}`.trim()

/** Returns the page at a session's `url`, which can be clicked or posted to. */
export function checkoutPage(checkout: Checkout, problem?: string): Page {
  const { session, lines } = checkout
  if (session.status === 'complete') return html('Paid', '<h1>You have already paid.</h1>')
  if (session.status !== 'open') {
    return html('Expired', '<h1>This page has expired.</h1><p>Nothing was paid.</p>')
  }
  const options = namedCards
    .filter(([, { type }]) => session.payment_method_types.includes(type))
    .map(([name, card]) => {
      const label = `${nameOf(card)}: ${card.outcome}`
      return `<option value="${name}">${escapeHtml(label)}</option>`
    })
  const lineItems = lines.map(({ name, quantity, amount, currency }) => {
    return `<li>${escapeHtml(`${quantity} × ${name}, ${priceText(amount, currency)} each`)}</li>`
  })
  const total = priceText(session.amount_total ?? 0, session.currency ?? 'eur')
  const page = html(
    'Checkout',
    `<h1>Pay ${escapeHtml(total)}</h1>
<ul>${lineItems.join('')}</ul>
${problem === undefined ? '' : `<p role="alert">${escapeHtml(problem)}</p>`}
<form method="post" action="/checkout/${session.id}">
<label>Email <input name="email" type="email" required value="${escapeHtml(session.customer_email ?? 'payer@example.com')}"${session.customer_email === null ? '' : ' readonly'}></label>
<label>Name on card <input name="name" required value="Test Payer"></label>
<label>Test card <select name="method">${options.join('')}</select></label>
<button name="action" value="pay">Pay</button>
${session.cancel_url === null ? '' : '<button name="action" value="cancel" formnovalidate>Cancel</button>'}
</form>`,
  )
  // Stripe's page cannot be shown in a frame.
  return {
    ...page,
    headers: { ...page.headers, 'content-security-policy': "frame-ancestors 'none'" },
  }
}

/** Handles the form that the payer submitted. */
export function handlePayerForm(
  context: StandInContext,
  checkout: Checkout,
  form: URLSearchParams,
): Page {
  const { session } = checkout
  if (session.status !== 'open') return checkoutPage(checkout)
  if (form.get('action') === 'cancel' && session.cancel_url !== null) {
    return seeOther(session.cancel_url)
  }
  const email = session.customer_email ?? form.get('email') ?? ''
  const billing = { email, name: form.get('name') ?? '' }
  try {
    const intent = paySession(context, checkout, { method: form.get('method') ?? '', billing })
    const bankUrl = intent.next_action?.redirect_to_url?.url
    if (bankUrl) return seeOther(bankUrl)
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    return checkoutPage(checkout, error.message)
  }
  return seeOther(successUrlOf(checkout))
}

/** Handles the return of the cardholder from the bank. */
export function returnFromBank({ account }: StandInContext, checkout: Checkout): Page {
  const { session } = checkout
  if (session.status === 'complete') return seeOther(successUrlOf(checkout))
  if (typeof session.payment_intent !== 'string') return checkoutPage(checkout)
  const { last_payment_error: error } = findIntent(account, session.payment_intent)
  return checkoutPage(checkout, error?.message)
}
