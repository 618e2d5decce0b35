import type Stripe from 'stripe'
import { answerOfHolder } from './confirmation.ts'
import { escaped, html, type Page, priceText, seeOther } from './html.ts'
import type { Moment } from './payment-intents.ts'

/**
 * Where the bank asks the holder of the card. `frameOrigin` is the origin of a page that shows this one
 * in a frame, as Stripe.js does; without it the page has the window to itself.
 */
export function holderPage(intent: Stripe.PaymentIntent, frameOrigin: string | null): Page {
  const { id, amount, currency, status } = intent
  if (status !== 'requires_action') return html('Bank', '<h1>The bank asks nothing.</h1>')
  const query = frameOrigin === null ? '' : `?${new URLSearchParams({ frame_origin: frameOrigin })}`
  return html(
    'Bank',
    `<h1>Do you approve ${escaped(priceText(amount, currency))}?</h1>
<form method="post" action="/holder/${id}${escaped(query)}">
<button id="test-source-authorize-3ds" name="answer" value="approve">Approve</button>
<button id="test-source-fail-3ds" name="answer" value="refuse">Refuse</button>
</form>`,
  )
}

export function afterAnswer(
  moment: Moment,
  intent: Stripe.PaymentIntent,
  { isYes, frameOrigin }: { isYes: boolean; frameOrigin: string | null },
): Page {
  const returnUrl = intent.next_action?.redirect_to_url?.return_url ?? null
  answerOfHolder(moment, intent.id, isYes)
  if (frameOrigin !== null) {
    // The page that shows the frame learns that there is an answer, and asks Stripe which.
    const told = `parent.postMessage({ type: 'holder-answered' }, ${inScript(frameOrigin)})`
    return html('Bank', `<p>The bank knows.</p><script>${told}</script>`)
  }
  if (returnUrl === null) return html('Bank', '<p>The bank knows. You may close this page.</p>')
  const back = new URL(returnUrl)
  back.searchParams.set('payment_intent', intent.id)
  back.searchParams.set('payment_intent_client_secret', String(intent.client_secret))
  return seeOther(back.href)
}

/** A text as a script may hold it: no tag ends within it. */
const inScript = (text: string) => JSON.stringify(text).replaceAll('<', '\\u003c')
