import { equal } from 'node:assert/strict'
import {
  type Account,
  type Caller,
  newAccount,
  onboard,
  type ReadingCaller,
  signUp,
} from './account.ts'

/** A page of a browser or of a client test, by the search for its parts. */
type Finder<Role extends string, Found> = {
  getByRole: (role: Role, options: { name: string }) => Found
}

export const dialog = <Found>(page: Finder<'dialog', Found>, name: string): Found =>
  page.getByRole('dialog', { name })

export const testButton = <Found>(page: Finder<'button', Found>, endpoint: string): Found =>
  page.getByRole('button', { name: `Test ${endpoint}` })

type Json = Record<string, unknown>

/** Sets the merchant's webhook URL without the screen. Returns the signing secret. */
export async function setWebhookUrl(page: ReadingCaller, webhookUrl: string): Promise<string> {
  const [{ id }] = (await (await page.request.get('/api/integrations')).json()) as [{ id: string }]
  const response = await page.request.put(`/api/integrations/${id}`, { data: { webhookUrl } })
  equal(response.status(), 200, await response.text())
  return ((await response.json()) as { secret: string }).secret
}

export async function createKey(page: Caller, name: string, more: Json = {}): Promise<string> {
  const response = await page.request.post('/api/api-keys', { data: { name, ...more } })
  equal(response.status(), 201, await response.text())
  return ((await response.json()) as { secret: string }).secret
}

async function mutate(page: Caller, procedure: string, data: object): Promise<Json> {
  const response = await page.request.post(`/trpc/${procedure}`, { data })
  equal(response.ok(), true, await response.text())
  return ((await response.json()) as { result: { data: Json } }).result.data
}

/** Creates a merchant for `owner` and lets a new person on `page` join it as staff. */
export async function joinAsStaff(page: Caller, owner: Caller): Promise<Account> {
  const ownerAccount = newAccount()
  await signUp(owner, ownerAccount)
  await onboard(owner, ownerAccount)
  const { link } = await mutate(owner, 'team.invite', { role: 'staff', email: null })
  const account = newAccount()
  await signUp(page, account)
  await mutate(page, 'team.accept', { token: String(link).split('#')[1] })
  return account
}

/** Calls the API as a program with this key does. */
export const callWithKey = (
  page: { url: () => string },
  secret: string,
  path: string,
  init: RequestInit = {},
) =>
  fetch(new URL(path, page.url()), {
    ...init,
    headers: { authorization: `Bearer ${secret}`, ...init.headers },
  })
