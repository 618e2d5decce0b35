import type { Page } from '@playwright/test'
import { newAccount, signUp } from './support/account.ts'
import { expectAccessible } from './support/axe.ts'
import { cutCall, holdCall, refuseCall } from './support/calls.ts'
import { expect, test } from './support/fixtures.ts'
import { busy, expectNoSidewaysScroll, region } from './support/screens.ts'

const PATH = '/environment-status'
const NAMES = ['Database', 'OpenAI', 'Clerk', 'Webhooks']

const card = (page: Page, name: string) => page.getByRole('article', { name })
const runAll = (page: Page) => page.getByRole('button', { name: 'Run all checks' })

/** Answers the call with what an older server might. */
const answerWith = (page: Page, json: object) =>
  page.route(/\/trpc\/environment\.status(?:\?|$)/, (route) =>
    route.fulfill({ json: { result: { data: json } } }),
  )

test('is the last entry of the navigation, and shows what was found', async ({
  page,
  account: _,
}) => {
  await page.goto('/dashboard')
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  await navigation.getByRole('link', { name: 'Environment', exact: true }).click()

  await expect(page).toHaveURL(PATH)
  await expect(page).toHaveTitle('Environment status · Incasso')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await expect(page.getByRole('heading', { level: 2, name: 'Environment status' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(NAMES.length)
  await expect(card(page, 'Database')).toContainText('Healthy')
  await expect(card(page, 'Database')).toContainText('schema is up to date')
  await expect(card(page, 'Database')).toContainText(/SQLite 3\./)
  await expect(card(page, 'OpenAI')).toContainText('Warning')
  await expect(card(page, 'OpenAI')).toContainText('Not configured')
  await expect(card(page, 'OpenAI')).toContainText('What to do')
  await expect(card(page, 'OpenAI').getByText('OPENAI_API_KEY', { exact: true })).toBeVisible()
  await expect(card(page, 'Clerk')).toContainText('Healthy')
  await expect(card(page, 'Clerk')).toContainText('this server signs people in itself')
  await expect(card(page, 'Webhooks')).toContainText('No endpoint is set')
  const details = region(page, 'Details')
  await expect(details).toContainText('development')
  await expect(details).toContainText('0.1.0')
  await expect(details.locator('time')).toBeVisible()
})

test('runs the checks again, and says how they went', async ({ page, account: _ }) => {
  await page.goto(PATH)
  await expect(card(page, 'Database')).toContainText('Healthy')
  const before = await region(page, 'Details').locator('time').getAttribute('datetime')
  await runAll(page).click()
  await expect(region(page, 'Details').locator('time')).not.toHaveAttribute(
    'datetime',
    String(before),
  )
  await expect(region(page, 'Checks').getByRole('status')).toHaveText(
    'The checks have run: 3 healthy, 1 warning.',
  )
})

test('opens before onboarding, and then says so of the webhooks', async ({ page }) => {
  await signUp(page, newAccount())
  await page.goto(PATH)
  await expect(card(page, 'Webhooks')).toContainText('Unknown')
  await expect(card(page, 'Webhooks')).toContainText('Complete the onboarding.')
})

test('what is missing in an answer is unknown', async ({ page, account: _ }) => {
  await answerWith(page, { database: { status: 'splendid' }, openai: { message: 'Half' } })
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

test('waits with skeletons, and without an answer says so and asks again', async ({
  page,
  account: _,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/)
  const release = await holdCall(page, 'environment.status')
  await page.goto(PATH)
  await expect(busy(page)).toHaveCount(1)
  release()
  await expect(card(page, 'Database')).toContainText('Healthy')

  await page.unrouteAll()
  const answerAgain = await refuseCall(page, 'environment.status', {
    code: 'internal',
    status: 500,
    detail: 'Something went wrong on our side.',
    requestId: 'req_test',
  })
  await runAll(page).click()
  await expect(region(page, 'Checks').getByRole('alert')).toContainText('could not be run again')
  await expect(card(page, 'Database')).toContainText('Healthy')
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('The checks could not be run')
  await expect(page.getByRole('alert')).toContainText('req_test')
  await answerAgain()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(card(page, 'Database')).toContainText('Healthy')

  await cutCall(page, 'environment.status')
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('The server could not be reached')
})

test('the management page opens it, and runs the checks itself', async ({ page, account: _ }) => {
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

test('visitors of the development app see that nothing is known', async ({ page, server }) => {
  await page.goto(`${server.url.replace('127.0.0.1', 'localhost')}${PATH}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Incasso')
  await expect(page.getByText('Sign in to run the checks.')).toBeVisible()
  for (const name of NAMES) await expect(card(page, name)).toContainText('Status non disponibile')
  await expect(runAll(page)).toHaveCount(0)
})

for (const width of [1280, 390]) {
  test.describe(`at ${width} px`, () => {
    test.use({
      viewport: { width, height: 800 },
      contextOptions: { reducedMotion: 'reduce' },
    })

    test('axe finds nothing, whatever the checks found', async ({ page, account: _ }) => {
      await page.goto(PATH)
      await expect(card(page, 'Database')).toContainText('Healthy')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      const finding = { message: 'It cannot be reached.', details: [], fix: 'Set `X`.' }
      await answerWith(page, {
        database: { status: 'error', ...finding },
        openai: { status: 'warning', ...finding },
      })
      await runAll(page).click()
      await expect(card(page, 'Database')).toContainText('Error')
      await expectAccessible(page, 'with an error, a warning and two unknown')
      await page.setViewportSize({ width: 360, height: 740 })
      await expectNoSidewaysScroll(page)
    })
  })
}
