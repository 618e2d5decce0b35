import { randomUUID } from 'node:crypto'

export type Account = { name: string; email: string; password: string; businessName: string }

export function newAccount(): Account {
  const unique = randomUUID().slice(0, 8)
  return {
    name: 'Ada Rossi',
    email: `ada-${unique}@example.com`,
    password: `long enough ${unique}`,
    businessName: `Panificio ${unique}`,
  }
}

type ApiResponse = {
  ok: () => boolean
  status: () => number
  text: () => Promise<string>
  json: () => Promise<unknown>
}

type Call = (path: string, options: { data: object }) => Promise<ApiResponse>

/** A page of a browser or of a client test, by the calls that it can send without its screens. */
export type Caller = { request: { post: Call } }

/** A page with the calls that read and that update as well. */
export type ReadingCaller = {
  request: { post: Call; put: Call; get: (path: string) => Promise<ApiResponse> }
}

async function post(page: Caller, path: string, data: object): Promise<ApiResponse> {
  const response = await page.request.post(path, { data })
  if (!response.ok()) throw new Error(`POST ${path}: ${response.status()} ${await response.text()}`)
  return response
}

/** Signs up without the screens; `page` shares the session. */
export const signUp = (page: Caller, { name, email, password }: Account) =>
  post(page, '/api/auth/sign-up/email', { name, email, password })

export const onboard = (page: Caller, { businessName }: Account) =>
  post(page, '/api/merchant/onboarding', {
    businessName,
    businessType: 'retail',
    businessPhone: '+39 06 1234567',
    acceptedTerms: true,
    acceptedPrivacy: true,
    timezone: 'Europe/Rome',
  })

export type ApiPayment = {
  amount: string
  customerName: string
  customerEmail: string
  paymentMethod?: 'card' | 'paypal' | 'bank'
  currency?: 'USD' | 'EUR' | 'GBP'
  description?: string
  captureMethod?: string
}

/** Takes a payment without the screen. */
export const takePayment = (page: Caller, payment: ApiPayment) =>
  post(page, '/api/transactions', payment)

/** Refunds part of a payment without the screen; without an amount, all that is left. */
export const refundPart = (page: Caller, id: string, amount?: string) =>
  post(page, `/api/transactions/${id}/refunds`, { amount, reason: 'goodwill' })

export type Ids = { transactionId: string; customerId: string }

/** Takes a payment of $12.34 from Grace Hopper. */
export async function takeOnePayment(page: Caller): Promise<Ids> {
  const grace = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }
  return (await (await takePayment(page, { amount: '12.34', ...grace })).json()) as Ids
}

export const GRACE = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }
export const ALAN = { customerName: 'Alan Turing', customerEmail: 'alan@example.com' }

const sixPayments: ApiPayment[] = [
  { ...GRACE, amount: '10.00', description: 'Espresso machine' },
  { ...GRACE, amount: '20.00', paymentMethod: 'paypal' },
  { ...GRACE, amount: '30.01' },
  { ...ALAN, amount: '40.00', currency: 'EUR' },
  { ...ALAN, amount: '50.00', paymentMethod: 'bank' },
  { ...ALAN, amount: '60.03' },
]

/** Takes six payments of two people, by every method: two stay pending and one fails. */
export async function takeSixPayments(page: Caller): Promise<Ids[]> {
  const responses = await Promise.all(sixPayments.map((payment) => takePayment(page, payment)))
  return Promise.all(responses.map((response) => response.json() as Promise<Ids>))
}

/** Takes payments of 1.00, 2.00 and so on. */
export const takeManyPayments = (page: Caller, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      takePayment(page, { ...GRACE, amount: `${index + 1}.00` }),
    ),
  )

export async function addCustomer(page: Caller, name: string): Promise<string> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
  const response = await post(page, '/api/customers', { name, email })
  return ((await response.json()) as { id: string }).id
}

/** Adds a customer and makes it inactive. */
export async function changeCustomer(page: ReadingCaller): Promise<string> {
  const id = await addCustomer(page, 'Grace Hopper')
  await page.request.put(`/api/customers/${id}`, { data: { status: 'inactive' } })
  return id
}
