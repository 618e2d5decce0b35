import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A merchant with one API key and one payment, made over the API. */
export type BenchMerchant = {
  email: string
  secret: string
  merchantId: string
  transactionId: string
  reference: string
}

const PASSWORD = 'correct horse battery'

export type Send = <Response = Record<string, string>>(
  path: string,
  body?: object,
  method?: string,
) => Promise<Response>

/** Returns a function that calls the API, by default with POST, with the cookies of one session. */
export function createSender(url: string): Send {
  let cookie = ''
  return async <Response>(path: string, body?: object, method = 'POST') => {
    const headers = { cookie, 'content-type': 'application/json' }
    const request: RequestInit = { method, headers }
    if (body) request.body = JSON.stringify(body)
    const response = await fetch(url + path, request)
    if (!response.ok) throw new Error(`${path} responded with ${response.status}`)
    const setCookie = response.headers.getSetCookie().map((each) => each.split(';')[0])
    if (setCookie.length > 0) cookie = setCookie.join('; ')
    return (await response.json()) as Response
  }
}

export async function signUp(
  send: Send,
  { email, timezone = 'UTC' }: { email: string; timezone?: string },
): Promise<{ merchantId: string }> {
  await send('/api/auth/sign-up/email', { email, password: PASSWORD, name: 'Bench' })
  const { id = '' } = await send('/api/merchant/onboarding', {
    businessName: 'Bench',
    businessType: 'other',
    businessPhone: '112',
    acceptedTerms: true,
    acceptedPrivacy: true,
    timezone,
  })
  return { merchantId: id }
}

/** Signs up a merchant and returns the URL of its new payment link. */
export async function makeLink(url: string): Promise<string> {
  const send = createSender(url)
  await signUp(send, { email: 'links@example.com' })
  const link = await send('/api/payment-links', {
    title: 'Dinner for two',
    amount: '40.00',
    currency: 'EUR',
  })
  return link.url ?? ''
}

/** Webhook endpoints whose receiver responds at once. The receiver runs in the process that sends the load. */
export type BenchEndpoints = { urls: readonly string[]; stop: () => Promise<void> }

export async function startEndpoints(count: number): Promise<BenchEndpoints> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    urls: Array.from({ length: count }, (_, n) => `http://127.0.0.1:${port}/${n + 1}`),
    stop: async () => {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

/** Saves the first URL for the integration, which earlier versions also have, and the others as webhook endpoints. */
async function saveEndpoints(send: Send, urls: readonly string[]): Promise<void> {
  const [first, ...more] = urls
  if (first === undefined) return
  const [integration] = await send<{ id: string }[]>('/api/integrations', undefined, 'GET')
  if (!integration) throw new Error('/api/integrations answered no row')
  await send(`/api/integrations/${integration.id}`, { webhookUrl: first }, 'PUT')
  for (const endpoint of more) await send('/api/webhook-endpoints', { url: endpoint })
}

/** Signs up an owner over the API, creates an API key, takes one payment, and saves webhook endpoints. */
export async function makeMerchant(
  url: string,
  { email = 'bench@example.com', endpoints = [] as readonly string[] } = {},
): Promise<BenchMerchant> {
  const send = createSender(url)
  const { merchantId } = await signUp(send, { email })
  const { secret = '' } = await send('/api/api-keys', { name: 'Bench' })
  const { id = '', transactionId = '' } = await send('/api/payments', {
    amount: '12.34',
    customerName: 'Ada Rossi',
    customerEmail: 'ada@example.com',
  })
  await saveEndpoints(send, endpoints)
  return {
    email,
    secret,
    merchantId,
    transactionId: id,
    reference: transactionId,
  }
}

/** Signs the owner in and returns the cookie. A server in use has sessions, so their cost must be measured too. */
export async function signIn(
  url: string,
  { email }: Pick<BenchMerchant, 'email'>,
): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  if (!response.ok) throw new Error(`signing in responded with ${response.status}`)
  await response.arrayBuffer()
  return response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
}
