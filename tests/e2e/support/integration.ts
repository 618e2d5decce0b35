import { expect, type Locator, type Page } from '@playwright/test'
import { type Account, newAccount, onboard, signUp } from './account.ts'

export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name })

export const testButton = (page: Page, endpoint: string): Locator =>
  page.getByRole('button', { name: `Test ${endpoint}` })

type Json = Record<string, unknown>

/** Sets the address where the merchant's events go, without the screen; answers the signing secret. */
export async function setWebhookUrl(page: Page, webhookUrl: string): Promise<string> {
  const [{ id }] = (await (await page.request.get('/api/integrations')).json()) as [{ id: string }]
  const answer = await page.request.put(`/api/integrations/${id}`, { data: { webhookUrl } })
  expect(answer.status(), await answer.text()).toBe(200)
  return ((await answer.json()) as { secret: string }).secret
}

export async function createKey(page: Page, name: string, more: Json = {}): Promise<string> {
  const answer = await page.request.post('/api/api-keys', { data: { name, ...more } })
  expect(answer.status(), await answer.text()).toBe(201)
  return ((await answer.json()) as { secret: string }).secret
}

async function mutate(page: Page, procedure: string, data: object): Promise<Json> {
  const answer = await page.request.post(`/trpc/${procedure}`, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { result: { data: Json } }).result.data
}

/** Makes a merchant on `owner` and lets a new person on `page` join it as staff. */
export async function joinAsStaff(page: Page, owner: Page): Promise<Account> {
  const boss = newAccount()
  await signUp(owner, boss)
  await onboard(owner, boss)
  const { link } = await mutate(owner, 'team.invite', { role: 'staff', email: null })
  const account = newAccount()
  await signUp(page, account)
  await mutate(page, 'team.accept', { token: String(link).split('#')[1] })
  return account
}

/** What a program with this key gets. */
export const callWithKey = (page: Page, secret: string, path: string, init: RequestInit = {}) =>
  fetch(new URL(path, page.url()), {
    ...init,
    headers: { authorization: `Bearer ${secret}`, ...init.headers },
  })
