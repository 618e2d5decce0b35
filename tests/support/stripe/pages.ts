import { readFileSync } from 'node:fs'
import type { StripeAccount } from './account.ts'
import { checkoutPage, handlePayerForm, returnFromBank } from './checkout-page.ts'
import { finishHolderPage, holderPage } from './holder-page.ts'
import { html, type Page } from './html.ts'

type PageRequest = { method: string; pathname: string; search: string; body: string }
type PageContext = { accounts: readonly StripeAccount[]; nowMs: number; url: string }

const fileOf = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const script = (body: string): Page => ({
  status: 200,
  headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' },
  body,
})

/** Scripts and frames for browsers, by path. Stripe.js is also available under the name of its release. */
const files: Readonly<Record<string, () => Page>> = {
  '/stripe.js': () => script(fileOf('./stripe-js.js')),
  '/endive/stripe.js': () => script(fileOf('./stripe-js.js')),
  '/elements-inner.js': () => script(fileOf('./elements-inner.js')),
  '/elements-inner.html': () => ({
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body: fileOf('./elements-inner.html'),
  }),
}

/** Returns a page that browsers see of Stripe; undefined for other requests, such as calls of the API. */
export function pageOf(request: PageRequest, pageContext: PageContext): Page | undefined {
  const { method, pathname } = request
  if (Object.hasOwn(files, pathname) && method === 'GET') return files[pathname]?.()
  const [, section = '', id = '', more = ''] =
    /^\/(checkout|holder)\/([^/]+)(\/return)?$/.exec(pathname) ?? []
  if (section === 'checkout')
    return handleCheckout(request, pageContext, { id, isReturn: more !== '' })
  if (section === 'holder' && more === '') return handleHolder(request, pageContext, id)
  return undefined
}

function handleCheckout(
  { method, body }: PageRequest,
  { accounts, nowMs, url }: PageContext,
  { id, isReturn }: { id: string; isReturn: boolean },
): Page {
  const account = accounts.find(({ checkouts }) => checkouts.has(id))
  const checkout = account?.checkouts.get(id)
  if (!account || !checkout) return html('Not found', '<h1>There is no such page.</h1>', 404)
  const context = { account, nowMs, url }
  if (isReturn) return returnFromBank(context, checkout)
  if (method === 'POST') return handlePayerForm(context, checkout, new URLSearchParams(body))
  return checkoutPage(checkout)
}

function handleHolder(
  { method, search, body }: PageRequest,
  { accounts, nowMs, url }: PageContext,
  id: string,
): Page {
  const account = accounts.find(({ intents }) => intents.has(id))
  const intent = account?.intents.get(id)
  if (!account || !intent) return html('Not found', '<h1>There is no such payment.</h1>', 404)
  const frameOrigin = new URLSearchParams(search).get('frame_origin')
  if (method !== 'POST') return holderPage(intent, frameOrigin)
  const isConfirmed = new URLSearchParams(body).get('answer') === 'approve'
  return finishHolderPage({ account, nowMs, url }, intent, { isConfirmed, frameOrigin })
}
