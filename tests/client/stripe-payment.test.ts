import type { StripeAccount } from '#tests/support/stripe/account.ts'
import { type StripeStandIn, startStripeStandIn } from '#tests/support/stripe/stripe-stand-in.ts'
import { abortCall } from './support/calls.ts'
import { test as base, expect } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { fillPayment, submitPayment, toast } from './support/screens.ts'
import { type ScriptedStripe, scriptedStripe } from './support/stripe-script.ts'

type StripeTest = {
  stripe: StripeStandIn
  environment: Record<string, string>
  mine: StripeAccount
  script: ScriptedStripe
}

const test = base.extend<StripeTest>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures from the pattern
  stripe: async ({}, use) => {
    await using stripe = await startStripeStandIn()
    await use(stripe)
  },
  environment: async ({ stripe }, use) => {
    await use({ STRIPE_API_URL: stripe.url })
  },
  mine: async ({ page, account: _, stripe }, use) => {
    const mine = stripe.addAccount()
    const response = await page.request.post('/api/processor-accounts', {
      data: {
        processor: 'stripe',
        secretKey: mine.key,
        publishableKey: mine.publishableKey,
        makeWebhook: false,
      },
    })
    expect(response.status(), await response.text()).toBe(201)
    await use(mine)
  },
  script: async ({ page: _, mine: __ }, use) => {
    await use(scriptedStripe())
  },
})

type CreateCall = { key: string | undefined; token: string | undefined; body: string }

/** Returns a list that collects the payments that the page sends. */
function recordCreateCalls(page: Page): CreateCall[] {
  const found: CreateCall[] = []
  page.network.onSent(({ url, headers, body = '' }) => {
    if (!url.pathname.endsWith('/transactions.create')) return
    const { paymentToken: token } = JSON.parse(body) as { paymentToken?: string }
    found.push({ key: headers['idempotency-key'] ?? headers['Idempotency-Key'], token, body })
  })
  return found
}

async function openForm(page: Page, script: ScriptedStripe) {
  await page.goto('/payments')
  await expect(page.getByText('Card details go straight to Stripe')).toBeVisible()
  await expect.poll(() => script.fields().length).toBe(3)
}

/** Fills in everything except the card, whose fields are Stripe's. */
const fill = (page: Page, amount: string) => fillPayment(page, { amount, card: false })

test('a merchant without Stripe loads no Stripe code', async ({ page, account: _ }) => {
  await page.goto('/payments')
  await expect(page.getByLabel('Card Number')).toBeVisible()
  await page.idle()

  expect(document.querySelectorAll('script[src*="stripe"], iframe')).toHaveLength(0)
})

test('the page calls Stripe with the merchant’s key and sends only a token', async ({
  page,
  mine,
  script,
}) => {
  const createCalls = recordCreateCalls(page)
  script.answers.push({ paymentMethod: { id: 'pm_card_visa' } })
  await openForm(page, script)
  await fill(page, '12.34')
  script.fillCard()
  await submitPayment(page)

  await expect(toast(page, 'Payment Successful')).toBeVisible()
  expect(script.made).toEqual([[mine.publishableKey, { locale: 'en' }]])
  expect(script.created).toEqual([{ name: 'Grace Hopper', email: 'grace@example.com' }])
  expect(createCalls.map(({ token }) => token)).toEqual(['pm_card_visa'])
  expect(createCalls[0]?.body).not.toMatch(/cardNumber|expiry|cvc|complete/)
  expect(script.fields().map(({ cleared }) => cleared)).toEqual([1, 1, 1])
})

test('a retry without a response reuses the token and key; another card is another payment', async ({
  page,
  script,
}) => {
  const createCalls = recordCreateCalls(page)
  await openForm(page, script)
  await fill(page, '12.34')
  script.fillCard()
  const restoreCall = await abortCall(page, 'transactions.create')
  await submitPayment(page)
  await expect(page.getByText('No answer from the server')).toBeVisible()
  await submitPayment(page)
  await expect.poll(() => createCalls.length).toBe(2)
  await expect(page.getByRole('button', { name: 'Process Payment' })).toBeEnabled()
  await restoreCall()

  script.fillCard()
  await submitPayment(page)
  await expect.poll(() => createCalls.length).toBe(3)
  await page.idle()

  const [first, again, other] = createCalls
  expect(again).toEqual(first)
  expect(first?.key).toBeTruthy()
  expect(other?.token).not.toBe(first?.token)
  expect(other?.key).not.toBe(first?.key)
})

test('a card that Stripe refuses shows the error at its field, and nothing is sent', async ({
  page,
  script,
}) => {
  const createCalls = recordCreateCalls(page)
  script.answers.push({
    error: { type: 'card_error', code: 'incorrect_number', message: 'Your card number is wrong.' },
  })
  await openForm(page, script)
  await fill(page, '12.34')
  script.fillCard()
  await submitPayment(page)

  await expect(toast(page, 'Payment Error')).toContainText('Your card number is wrong.')
  await expect(page.getByText('Your card number is wrong.')).toHaveCount(2)
  await expect(page.getByLabel('Customer Name')).toHaveValue('Grace Hopper')
  expect(createCalls).toEqual([])
})

test('empty and incomplete fields are marked in their order', async ({ page, script }) => {
  await openForm(page, script)
  await fill(page, '12.34')
  await submitPayment(page)
  await expect(toast(page, 'Please fill in all card details')).toBeVisible()
  for (const words of ['card number', 'expiry date', 'security code']) {
    await expect(page.getByText(`Enter the ${words}.`)).toBeVisible()
  }

  for (const field of script.fields()) field.say({ empty: false, complete: false })
  await submitPayment(page)
  await expect(toast(page, 'Please correct the marked fields')).toBeVisible()
  await expect(page.getByText('Complete the card number.')).toBeVisible()
  expect(script.created).toEqual([])
})

test('a payment that needs authentication is authenticated on the page, and the server returns its outcome', async ({
  page,
  script,
  stripe,
  mine,
}) => {
  script.answers.push({ paymentMethod: { id: 'pm_card_authenticationRequired' } })
  await openForm(page, script)
  await fill(page, '12.34')
  script.fillCard()
  // The cardholder approves at the bank before the page queries the outcome.
  page.network.intercept(/transactions\.ask/, (_, pass) => {
    const [intent] = mine.intents.values()
    stripe.decideAsHolder(mine, intent?.id ?? '', true)
    return pass()
  })
  await submitPayment(page)

  await expect(toast(page, 'Payment Successful')).toBeVisible()
  const [intent] = mine.intents.values()
  expect(script.proved).toEqual([intent?.client_secret])
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('_secret_')
})

const OTHER_STRIPE_URL = 'http://127.0.0.1:12111'

const testAtOtherUrl = test.extend<{ environment: Record<string, string> }>({
  environment: async ({ stripe }, use) => {
    await use({ STRIPE_API_URL: stripe.url, STRIPE_JS_URL: OTHER_STRIPE_URL })
  },
})

testAtOtherUrl(
  'a script that does not come is said, and asked for again',
  async ({ page, mine: _ }) => {
    const findScript = () =>
      document.querySelector(`script[src="${OTHER_STRIPE_URL}/endive/stripe.js"]`)
    const dispatchToScript = async (event: 'load' | 'error') => {
      await expect.poll(findScript).not.toBeNull()
      findScript()?.dispatchEvent(new Event(event))
    }
    await page.goto('/payments')
    await dispatchToScript('error')
    await expect(page.getByText('Stripe cannot be reached from this browser')).toBeVisible()

    await fillPayment(page, { amount: '5.00', card: false })
    await submitPayment(page)
    await expect(toast(page, 'Payment Error')).toContainText('The card fields are not ready')
    await page.getByRole('radio', { name: 'PayPal' }).check()
    await submitPayment(page)
    await expect(toast(page, 'Payment Successful')).toBeVisible()

    await page.getByRole('button', { name: 'Retry' }).click()
    const script = scriptedStripe()
    await dispatchToScript('load')
    await expect.poll(() => script.fields().length).toBe(3)
    findScript()?.remove()
  },
)
