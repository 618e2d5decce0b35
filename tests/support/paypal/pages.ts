import { escapeHtml, html, type Page, priceText, seeOther } from '../stripe/html.ts'
import type { PayPalAccount } from './account.ts'
import { approveOrder } from './orders.ts'
import type { Order } from './resources.ts'
import type { StandInContext } from './stand-in-context.ts'

type PageRequest = { method: string; pathname: string; query: URLSearchParams; body: string }
type Context = { accounts: readonly PayPalAccount[]; nowMs: number; url: string }

/** Returns the page on which a payer approves or cancels; undefined for other requests, such as calls of the API. */
export function pageOf(request: PageRequest, pageContext: Context): Page | undefined {
  const { method, pathname, query, body } = request
  if (pathname !== '/checkoutnow') return undefined
  const token = query.get('token') ?? ''
  const account = pageContext.accounts.find(({ orders }) => orders.has(token))
  const order = account?.orders.get(token)
  if (!account || !order) return html('Expired', '<h1>This page has expired.</h1>', 404)
  const { nowMs, url } = pageContext
  const apiUrl = `${url}/${account.isLive ? 'live' : 'sandbox'}`
  if (method !== 'POST') return approvalPage(order)
  const action = new URLSearchParams(body).get('action') ?? ''
  return handleDecision({ account, nowMs, apiUrl, pageUrl: url }, order, action)
}

function approvalPage({ id, status, purchase_units: [unit], payment_source }: Order): Page {
  if (status === 'COMPLETED') return html('Paid', '<h1>You have already paid.</h1>')
  const { paypal } = payment_source
  const { currency_code: currency, value } = unit.amount
  const digits = ['JPY'].includes(currency) ? 1 : 100
  const price = priceText(Math.round(Number(value) * digits), currency)
  return html(
    'PayPal',
    `<h1>Pay ${escapeHtml(price)}</h1>
<p>${escapeHtml(unit.description ?? '')}</p>
<form method="post" action="/checkoutnow?token=${id}">
<button name="action" value="approve">Pay now</button>
<button name="action" value="cancel">Cancel</button>
</form>
<p><a href="${escapeHtml(paypal.experience_context.cancel_url)}">Return to the shop</a></p>`,
  )
}

function handleDecision(context: StandInContext, order: Order, action: string): Page {
  const { return_url: returnUrl, cancel_url: cancelUrl } =
    order.payment_source.paypal.experience_context
  const url = new URL(action === 'approve' ? returnUrl : cancelUrl)
  url.searchParams.set('token', order.id)
  if (action === 'approve') {
    const approved = order.status === 'COMPLETED' ? order : approveOrder(context, order.id)
    url.searchParams.set('PayerID', approved.payer?.payer_id ?? '')
  }
  return seeOther(url.href)
}
