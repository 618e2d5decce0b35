import { type APIRequestContext, expect } from '@playwright/test'
import Database from 'better-sqlite3'
import { GRACE, newAccount, onboard, signUp } from './account.ts'
import { createKey } from './integration.ts'
import { setBranding } from './receipts.ts'
import type { Server } from './server.ts'

const IBAN = 'DE89370400440532013000'

/** A merchant with rows on every screen, and the paths of its records. */
export type BusyShop = {
  /** Cookies of the owner's session. */
  cookies: Awaited<ReturnType<APIRequestContext['storageState']>>['cookies']
  paths: {
    refundedPayment: string
    failedPayment: string
    paymentToCapture: string
    paymentByTransfer: string
    disputedPayment: string
    customer: string
    link: string
    dispute: string
    payout: string
    month: string
  }
}

type Call = (path: string, data: object) => Promise<Record<string, string>>

/** Makes all payments a minute older, because the job reads settled ones only some seconds later. */
export function agePayments({ databaseFile }: Server) {
  const database = new Database(databaseFile)
  database.pragma('busy_timeout = 5000')
  const at = new Date(Date.now() - 60_000).toISOString()
  database
    .prepare(
      'update transactions set created_at = ?, settled_at = iif(settled_at is null, null, ?)',
    )
    .run(at, at)
  database.close()
}

/** Creates the merchant without screens, by calls of its owner. */
export async function createBusyShop(
  request: APIRequestContext,
  server: Server,
): Promise<BusyShop> {
  const owner = { request }
  const account = newAccount()
  await signUp(owner, account)
  await onboard(owner, account)
  await setBranding(owner)
  const call: Call = async (path, data) => {
    const response = await request.post(path, { data })
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
    return response.json()
  }
  const take = (more: object) => call('/api/transactions', { ...GRACE, currency: 'EUR', ...more })
  const transactionPath = ({ transactionId }: Record<string, string>) =>
    `/transactions/${transactionId}`

  const refunded = await take({ amount: '1234.56', description: 'Espresso machine' })
  const failed = await take({ amount: '10.01' })
  const toCapture = await take({ amount: '80.00', captureMethod: 'manual' })
  await take({ amount: '10.06' })
  await call('/trpc/processorAccounts.connectTransfer', { iban: IBAN, holder: 'Ada Rossi' })
  const byTransfer = await take({ amount: '75.00', paymentMethod: 'bank' })
  const disputed = await take({ amount: '42.11', description: 'Torta' })
  const link = await call('/api/payment-links', {
    title: 'Cooking class',
    amount: '45.00',
    currency: 'EUR',
  })
  for (const amount of ['20.00', '1.10']) {
    await call(`/api/transactions/${refunded.id}/refunds`, { amount, reason: 'goodwill' })
  }
  await createKey(owner, 'Web shop')
  await call('/api/webhook-endpoints', { url: 'https://shop.example/hooks', events: ['*'] })
  const [dispute, payout] = await Promise.all([
    firstOf(request, '/api/disputes'),
    payOut(request, server),
  ])
  const [month] = (await (await request.get('/api/months')).json()) as { month: string }[]
  const { cookies } = await request.storageState()
  return {
    cookies,
    paths: {
      refundedPayment: transactionPath(refunded),
      failedPayment: transactionPath(failed),
      paymentToCapture: transactionPath(toCapture),
      paymentByTransfer: transactionPath(byTransfer),
      disputedPayment: transactionPath(disputed),
      customer: `/customers/${refunded.customerId}`,
      link: `/links/${link.id}`,
      dispute: `/disputes/${dispute}`,
      payout: `/money/payouts/${payout}`,
      month: `/money/months/${month?.month}`,
    },
  }
}

/** Returns the id of the first row of a list, once it has one. */
async function firstOf(request: APIRequestContext, path: string): Promise<string> {
  const readIds = async () => (await (await request.get(path)).json()) as { id: string }[]
  await expect.poll(readIds, { message: path }).not.toEqual([])
  return (await readIds())[0]?.id ?? ''
}

/** Pays the balance out once the sandbox has reported one, and returns the payout's id. */
async function payOut(request: APIRequestContext, server: Server): Promise<string> {
  agePayments(server)
  await expect
    .poll(async () => (await request.post('/api/payouts', { data: { currency: 'EUR' } })).status())
    .toBe(201)
  return firstOf(request, '/api/payouts')
}
