import { type OpenaiStandIn, startOpenaiStandIn } from '../support/openai-stand-in.ts'
import { takeOnePayment } from './support/account.ts'
import { expectAccessible } from './support/axe.ts'
import { test as base, expect } from './support/fixtures.ts'
import { expectNoSidewaysScroll, region } from './support/screens.ts'

const PATH = '/openai-test'

base.describe('without a model', () => {
  base(
    'the connection test says what to set, and the report is computed',
    async ({ page, account: _, expectedErrors }) => {
      expectedErrors.push(/503.*openai\.test/)
      await takeOnePayment(page)
      await page.goto('/dashboard')
      const group = page.getByRole('group', { name: 'Sviluppo' })
      await expect(group.getByRole('link').first()).toHaveText('Test OpenAI')
      await group.getByRole('link', { name: 'Test OpenAI' }).click()

      await page.getByRole('button', { name: 'Test OpenAI Connection' }).click()
      const card = region(page, 'Connection Test')
      await expect(card.getByRole('alert')).toContainText('503: OpenAI is not configured')

      const prompt = page.getByLabel('Prompt')
      await expect(prompt).toHaveValue(/payment processing trends in e-commerce/)
      await prompt.fill('  ')
      await expect(page.getByRole('button', { name: 'Run AI Analysis' })).toBeDisabled()
      await prompt.fill('How did it go?')
      await page.getByRole('button', { name: 'Run AI Analysis' }).click()
      await expect(page.getByText('Not made by a model')).toBeVisible()
      await expect(region(page, 'Analysis').last()).toContainText('1 payment from')
      await expectAccessible(page, 'with a report')
      await page.setViewportSize({ width: 360, height: 740 })
      await expectNoSidewaysScroll(page)

      await region(page, 'Figures used')
        .getByRole('link', { name: /^Revenue in USD/ })
        .click()
      await expect(page).toHaveURL(/\/transactions\?.*status=success/)
      await expect(page.getByText('Grace Hopper').first()).toBeVisible()
    },
  )

  base('each of the six features starts its own analysis', async ({ page, account: _ }) => {
    await page.goto(PATH)
    const features = region(page, 'AI features')
    await expect(features).toContainText('GPT-4o')
    await expect(features.getByRole('listitem')).toHaveCount(6)
    await features.getByRole('button', { name: 'Start: Configuration recommendations' }).click()
    await expect(region(page, 'Analysis').last()).toContainText('Set-up: development')
    await expect(page.getByLabel('Prompt')).toHaveValue(/configuration of this server/)
  })
})

let openai: OpenaiStandIn

const test = base.extend({
  environment: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, use) => {
      openai = await startOpenaiStandIn()
      await use(openai.environment)
      await openai[Symbol.asyncDispose]()
    },
    { scope: 'worker' },
  ],
})

test.describe('with a model', () => {
  test.describe.configure({ mode: 'serial' })

  test('the page shows the message and the model, and the words as they arrive', async ({
    page,
    account: _,
  }) => {
    openai.behave('well')
    openai.say('Sales <b>rise</b> on Saturdays.')
    await page.goto(PATH)
    await page.getByRole('button', { name: 'Test OpenAI Connection' }).click()
    const card = region(page, 'Connection Test')
    await expect(card).toContainText('the model responded')
    await expect(card).toContainText('gpt-4o-2024-08-06')

    await page.getByRole('button', { name: 'Run AI Analysis' }).click()
    await expect(page.getByText('Sales <b>rise</b> on Saturdays.')).toBeVisible()
    await expect(page.getByText('Made by a model: check it')).toBeVisible()
  })

  test('Cancel keeps the received text and stops the model', async ({ page, account: _ }) => {
    openai.behave('stalling')
    openai.say('Half an answer')
    const before = openai.abandoned()
    await page.goto(PATH)
    await page.getByRole('button', { name: 'Run AI Analysis' }).click()
    await expect(region(page, 'Analysis').last()).toContainText('Half')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('The text received so far is kept.')).toBeVisible()
    await expect(region(page, 'Analysis').last()).toContainText('Half')
    await expect.poll(() => openai.abandoned()).toBe(before + 1)
  })

  test('a refusal shows in a red box', async ({ page, account: _, expectedErrors }) => {
    expectedErrors.push(/503.*openai\.test/)
    openai.behave(401)
    await page.goto(PATH)
    await page.getByRole('button', { name: 'Test OpenAI Connection' }).click()
    await expect(region(page, 'Connection Test').getByRole('alert')).toContainText(
      'refuses the key in OPENAI_API_KEY',
    )
    await page.getByRole('button', { name: 'Run AI Analysis' }).click()
    await expect(region(page, 'AI Analysis Test').getByRole('alert')).toContainText(
      'refuses the key in OPENAI_API_KEY',
    )
    // No response arrived, so nothing is marked as made by a model.
    await expect(page.getByText('Made by a model')).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Analysis', exact: true })).toHaveCount(0)
    await expect(region(page, 'Figures used')).toBeVisible()
  })

  test('a response in one piece is shown, and one without an analysis is shown unchanged', async ({
    page,
    account: _,
  }) => {
    openai.behave('whole')
    openai.say('Sales rise on Saturdays.')
    await page.goto(PATH)
    await page.getByRole('button', { name: 'Run AI Analysis' }).click()
    await expect(page.getByText('Sales rise on Saturdays.')).toBeVisible()
    await expect(page.getByText('Made by a model: check it')).toBeVisible()

    const responses = [
      [
        'text/event-stream',
        'data: {"type":"start","source":"model","figures":[]}\n\ndata: {"type":"end"}\n\n',
      ],
      ['application/json', '{"analysis":" ","source":"model","figures":[]}'],
      ['application/json', '{"note":"no analysis today"}'],
      ['text/plain', 'Come back later.'],
    ] as const
    for (const [contentType, body] of responses) {
      await page.route('**/api/openai/stream', (route) => route.fulfill({ contentType, body }))
      await page.getByRole('button', { name: 'Run AI Analysis' }).click()
      const raw = region(page, 'Raw response: it contains no analysis')
      await expect(raw).toContainText(body.trim())
      await expect(page.getByText('Made by a model')).toHaveCount(0)
      await page.unroute('**/api/openai/stream')
    }
  })
})
