import { randomUUID } from 'node:crypto'
import { type APIResponse, expect, type Page } from '@playwright/test'

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

async function post(page: Page, path: string, data: object): Promise<APIResponse> {
  const response = await page.request.post(path, { data })
  expect(response.ok(), `POST ${path}: ${response.status()} ${await response.text()}`).toBe(true)
  return response
}

/** Signs up without the screens; `page` shares the session. */
export const signUp = (page: Page, { name, email, password }: Account) =>
  post(page, '/api/auth/sign-up/email', { name, email, password })

export const onboard = (page: Page, { businessName }: Account) =>
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
}

/** Takes a payment without the screen. */
export const takePayment = (page: Page, payment: ApiPayment) =>
  post(page, '/api/transactions', payment)

export type Ids = { transactionId: string; customerId: string }

/** $12.34 of Grace Hopper. */
export async function takeOne(page: Page): Promise<Ids> {
  const grace = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }
  return (await (await takePayment(page, { amount: '12.34', ...grace })).json()) as Ids
}
