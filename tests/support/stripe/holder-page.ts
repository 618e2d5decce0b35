import type Stripe from 'stripe'
import { applyHolderDecision } from './confirmation.ts'
import { escapeHtml, html, type Page, priceText, seeOther } from './html.ts'
import type { StandInContext } from './payment-intents.ts'

/**
 * Returns the page on which the bank requires the cardholder's approval. `frameOrigin` is the origin of a page that
 * shows it in a frame, as Stripe.js does; null without a frame.
 */
export function holderPage(intent: Stripe.PaymentIntent, frameOrigin: string | null): Page {
  const { id, amount, currency, status } = intent
  if (status !== 'requires_action') return html('Bank', '<h1>The bank asks nothing.</h1>')
  const query = frameOrigin === null ? '' : `?${new URLSearchParams({ frame_origin: frameOrigin })}`
  return html(
    'Bank',
    `<h1>Do you approve ${escapeHtml(priceText(amount, currency))}?</h1>
<form method="post" action="/holder/${id}${escapeHtml(query)}">
<button id="test-source-authorize-3ds" name="answer" value="approve">Approve</button>
<button id="test-source-fail-3ds" name="answer" value="refuse">Refuse</button>
</form>`,
  )
}

export function finishHolderPage(
  context: StandInContext,
  intent: Stripe.PaymentIntent,
  { isConfirmed, frameOrigin }: { isConfirmed: boolean; frameOrigin: string | null },
): Page {
  const returnUrl = intent.next_action?.redirect_to_url?.return_url ?? null
  applyHolderDecision(context, intent.id, isConfirmed)
  if (frameOrigin !== null) {
    // The page with the frame learns that there is an answer, and reads it from Stripe.
    const notifyScript = `parent.postMessage({ type: 'holder-answered' }, ${scriptLiteral(frameOrigin)})`
    return html('Bank', `<p>The bank knows.</p><script>${notifyScript}</script>`)
  }
  if (returnUrl === null) return html('Bank', '<p>The bank knows. You may close this page.</p>')
  const redirectUrl = new URL(returnUrl)
  redirectUrl.searchParams.set('payment_intent', intent.id)
  redirectUrl.searchParams.set('payment_intent_client_secret', String(intent.client_secret))
  return seeOther(redirectUrl.href)
}

/** Returns the text as a script literal that cannot end the script element. */
const scriptLiteral = (text: string) => JSON.stringify(text).replaceAll('<', '\\u003c')
