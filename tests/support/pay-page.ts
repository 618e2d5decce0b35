import type {
  NewPaymentLink,
  PaymentLink,
} from '#server/features/payment-links/payment-links.schema.ts'
import type { Person, TestApp } from './test-app.ts'

const origin = 'http://127.0.0.1:3000'

/** Creates a payment link of that merchant. Returns it with the path of its page. */
export async function createLink(
  person: Person,
  more: Partial<Record<keyof NewPaymentLink, unknown>> = {},
): Promise<PaymentLink & { path: string }> {
  const amountFields = more.amountKind === 'chosen' ? {} : { amount: '40.00' }
  const body = { title: 'Dinner', currency: 'EUR', ...amountFields, ...more }
  const response = await person.rest('POST', '/api/payment-links', body)
  if (response.status !== 201) throw new Error(response.body)
  const link = response.json()
  return { ...link, path: link.url.slice(origin.length) }
}

/** Returns the link in its current state. */
export const readLink = (person: Person, { id }: Pick<PaymentLink, 'id'>): Promise<PaymentLink> =>
  person.api.paymentLinks.get.query({ id })

/** IP address and language of a payer. */
export type Payer = { address?: string; language?: string }

/**
 * Environment variables that make the server read payers' IP addresses from a header, so that payers come from many.
 */
export const trustProxy = { TRUST_PROXY: '127.0.0.1' }

const TELEPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

const headersOf = ({ address, language = 'en' }: Payer) => ({
  'user-agent': TELEPHONE,
  'accept-language': language,
  ...(address && { 'x-forwarded-for': address }),
})

/** Opens a page as a payer with a phone. */
export const openPage = (app: TestApp, url: string, payer: Payer = {}) =>
  app.rest({ method: 'GET', url, headers: headersOf(payer) })

/** Returns the hidden token in a page's form; an empty text if there is none. */
export const formTokenIn = (body: string): string => {
  const [, value = ''] = /name="form" value="([^"]+)"/.exec(body) ?? []
  return value
}

const defaultFields = { name: 'Ada Rossi', email: 'ada@example.com', method: 'card' }

/** Sends a form as a browser without scripts does. */
export const sendForm = (
  app: TestApp,
  url: string,
  fields: Record<string, string>,
  payer: Payer = {},
) =>
  app.rest({
    method: 'POST',
    url,
    payload: new URLSearchParams({ ...defaultFields, ...fields }).toString(),
    headers: {
      ...headersOf(payer),
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'null',
      'sec-fetch-site': 'same-origin',
    },
  })

/** Opens the page and sends its form. */
export async function pay(
  app: TestApp,
  path: string,
  fields: Record<string, string> = {},
  payer: Payer = {},
) {
  const page = await openPage(app, path, payer)
  return sendForm(app, path, { form: formTokenIn(page.body), ...fields }, payer)
}

/** Returns the URL to which a response redirects. */
export const locationOf = ({ headers }: { headers: Record<string, unknown> }): string =>
  String(headers['location'])
