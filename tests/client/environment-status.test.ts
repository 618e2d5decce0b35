import { newAccount, signUp } from '#tests/e2e/support/account.ts'
import { abortCall, delayCall, refuseCall, urlPatternOf } from './support/calls.ts'
import { expect, test } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { busyElements, region } from './support/screens.ts'

const PATH = '/environment-status'
const NAMES = ['Database', 'OpenAI', 'Clerk', 'Webhooks']

const card = (page: Page, name: string) => page.getByRole('article', { name })
const runAllButton = (page: Page) => page.getByRole('button', { name: 'Run all checks' })

/** Responds to the call with data that an older server might send. */
const respondWith = (page: Page, json: object) =>
  page.network.intercept(urlPatternOf('environment.status'), async () =>
    Response.json({ result: { data: json } }),
  )

test('the page runs the checks again and shows their results', async ({ page, account: _ }) => {
  await page.goto(PATH)
  await expect(card(page, 'Database')).toContainText('Healthy')
  const before = await region(page, 'Details').locator('time').getAttribute('datetime')
  await runAllButton(page).click()
  await expect(region(page, 'Details').locator('time')).not.toHaveAttribute(
    'datetime',
    String(before),
  )
  await expect(region(page, 'Checks').getByRole('status')).toHaveText(
    'Checks complete: 1 healthy, 1 warning, 2 not in use.',
  )
})

test('the page opens before onboarding and then mentions it for the webhooks', async ({ page }) => {
  await signUp(page, newAccount())
  await page.goto(PATH)
  await expect(card(page, 'Webhooks')).toContainText('Unknown')
  await expect(card(page, 'Webhooks')).toContainText('Complete the onboarding.')
})

test('a field missing in the response shows as unknown', async ({ page, account: _ }) => {
  respondWith(page, { database: { status: 'splendid' }, openai: { message: 'Half' } })
  await page.goto(PATH)
  for (const name of NAMES) await expect(card(page, name)).toContainText('Unknown')
  for (const name of ['Database', 'Clerk', 'Webhooks']) {
    await expect(card(page, name)).toContainText('Status non disponibile')
  }
  await expect(card(page, 'OpenAI')).toContainText('Half')
  const details = region(page, 'Details')
  await expect(details).toContainText('development')
  await expect(details).toContainText('1.0.0')
  await expect(details).toContainText('Not yet')
})

test('the page waits with skeletons, and without a response shows an error and retries', async ({
  page,
  account: _,
}) => {
  const release = await delayCall(page, 'environment.status')
  await page.goto(PATH)
  await expect(busyElements(page)).toHaveCount(1)
  release()
  await expect(card(page, 'Database')).toContainText('Healthy')

  page.network.stopIntercepting()
  const restoreCall = await refuseCall(page, 'environment.status', {
    code: 'internal',
    status: 500,
    detail: 'Something went wrong on our side.',
    requestId: 'req_test',
  })
  await runAllButton(page).click()
  await expect(region(page, 'Checks').getByRole('alert')).toContainText('could not be run again')
  await expect(card(page, 'Database')).toContainText('Healthy')
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('The checks could not be run')
  await expect(page.getByRole('alert')).toContainText('req_test')
  await restoreCall()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(card(page, 'Database')).toContainText('Healthy')

  await abortCall(page, 'environment.status')
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('The server could not be reached')
})

test('the management page links to the status page and runs the checks itself', async ({
  page,
  account: _,
}) => {
  await page.goto('/environment-management')
  const actions = region(page, 'Azioni rapide')
  await expect(actions.getByRole('article')).toHaveCount(0)
  await actions.getByRole('button', { name: 'Esegui tutti i controlli' }).click()
  await expect(actions.getByRole('article', { name: 'Database' })).toContainText('Healthy')
  await expect(actions.getByRole('article', { name: 'OpenAI' })).toContainText('Not configured')
  await actions.getByRole('link', { name: 'Apri lo stato' }).click()
  await expect(page).toHaveURL(PATH)
  await expect(card(page, 'Database')).toContainText('Healthy')
})
