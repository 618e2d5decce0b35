import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumOptions } from '../support/chromium.ts'
import { isQuick } from '../support/runs.ts'
import { type StripeWithAccount, startStripeWithAccount } from '../support/stripe/stripe-client.ts'
import { routeStripeHosts } from '../support/stripe/stripe-hosts.ts'

const program = chromiumOptions.executablePath ?? chromium.executablePath()

/** Content-Security-Policy that Stripe recommends for a shop's page, with no other styles or scripts. */
const POLICY =
  "default-src 'none'; script-src 'self' https://js.stripe.com; frame-src https://js.stripe.com; connect-src https://api.stripe.com; style-src 'self'"

/** A page with the three fields, which records the messages that it receives. */
const SHOP = `<!doctype html><title>Shop</title>
<div id="cardNumber"></div><div id="cardExpiry"></div><div id="cardCvc"></div>
<script src="https://js.stripe.com/endive/stripe.js"></script><script src="/shop.js"></script>`

const SHOP_SCRIPT = `
window.messages = []
addEventListener('message', ({ data }) => window.messages.push(JSON.stringify(data)))
window.begin = (key) => {
  window.stripe = Stripe(key, { betas: [] })
  const elements = stripe.elements()
  window.fields = ['cardNumber', 'cardExpiry', 'cardCvc'].map((type) => elements.create(type))
  window.states = {}
  window.elementEvents = []
  for (const field of window.fields) {
    for (const name of ['ready', 'focus', 'blur']) {
      field.on(name, ({ elementType }) => window.elementEvents.push(name + ' ' + elementType))
    }
    field.on('change', (event) => { window.states[event.elementType] = event })
  }
  for (const [at, id] of ['cardNumber', 'cardExpiry', 'cardCvc'].entries()) {
    window.fields[at].mount('#' + id)
  }
}
window.tokenize = () => stripe.createPaymentMethod({
  type: 'card', card: window.fields[0], billing_details: { name: 'Giulia Bianchi' },
})
`

async function shopServer() {
  const server = createServer(({ url }, response) => {
    const isScript = url === '/shop.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.setHeader('content-security-policy', POLICY)
    response.end(isScript ? SHOP_SCRIPT : SHOP)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Values that the scripts of the shop's page set on its window. */
type Field = { update: (options: object) => void; destroy: () => void; clear: () => void }
type State = { complete: boolean; empty: boolean; brand?: string; error?: { code: string } }
type Outcome<T> = { error?: { code: string; type: string } } & T
type Shop = {
  begin: (key: string) => void
  tokenize: () => Promise<Outcome<{ paymentMethod?: { id: string; card: { last4: string } } }>>
  messages: string[]
  elementEvents: string[]
  states: Record<string, State>
  fields: Field[]
  stripe: {
    handleNextAction: (of: {
      clientSecret: string
    }) => Promise<Outcome<{ paymentIntent?: { status: string } }>>
  }
  Stripe: { (key: string): object; version: unknown }
  outcome: Promise<Outcome<{ paymentIntent?: { status: string } }>>
}

const inputOf = (page: Page, title: string) =>
  page.frameLocator(`iframe[title="Secure ${title} input frame"]`).locator('input')

const waitInPage = (page: Page, condition: () => boolean) => page.waitForFunction(condition)

async function typeCard(page: Page, number: string): Promise<void> {
  await inputOf(page, 'card number').fill(number)
  await inputOf(page, 'expiration date').fill('1230')
  await inputOf(page, 'CVC').fill('123')
}

const areComplete = () => {
  const { states } = window as unknown as Shop
  return ['cardNumber', 'cardExpiry', 'cardCvc'].every((type) => states[type]?.complete)
}

const areReady = () => {
  const { elementEvents } = window as unknown as Shop
  return elementEvents.filter((event) => event.startsWith('ready ')).length === 3
}

const tokenize = (page: Page) => page.evaluate(() => (window as unknown as Shop).tokenize())

// Starting a browser takes too long for the check before each commit.
describe.skipIf(isQuick || !existsSync(program))('in a browser', () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await chromium.launch({ ...chromiumOptions, executablePath: program })
  })
  afterAll(() => browser?.close())

  /** Opens a shop's page that requests a card. */
  async function openShopPage({ standIn, account }: StripeWithAccount) {
    const server = await shopServer()
    const context = await browser.newContext()
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    const pageErrors: string[] = []
    page.on('console', (message) => pageErrors.push(message.text()))
    page.on('pageerror', ({ message }) => pageErrors.push(message))
    await routeStripeHosts(context, standIn)
    await page.goto(server.url)
    // A page in the background gets no focus.
    await page.bringToFront()
    await page.evaluate((key) => (window as unknown as Shop).begin(key), account.publishableKey)
    // A frame has its input before its script, so text typed in between is lost.
    await waitInPage(page, areReady)
    return {
      page,
      complaints: pageErrors,
      [Symbol.asyncDispose]: async () => {
        await context.close()
        await server[Symbol.asyncDispose]()
      },
    }
  }

  test('a typed card becomes a token, and the page never gets its number', async () => {
    await using stripeSetup = await startStripeWithAccount()
    await using shop = await openShopPage(stripeSetup)
    const { page, complaints: pageErrors } = shop

    await typeCard(page, '4242424242424242')
    await waitInPage(page, areComplete)
    const { paymentMethod } = await tokenize(page)
    const { messages, elementEvents, brand } = await page.evaluate(() => {
      const { messages, elementEvents, states } = window as unknown as Shop
      return { messages, elementEvents, brand: states['cardNumber']?.brand }
    })
    const intent = await stripeSetup.stripe.paymentIntents.create({
      amount: 1234,
      currency: 'eur',
      confirm: true,
      payment_method: paymentMethod?.id ?? '',
      use_stripe_sdk: true,
    })

    expect(paymentMethod?.card.last4).toBe('4242')
    expect(brand).toBe('visa')
    expect(intent.status).toBe('succeeded')
    expect(await inputOf(page, 'card number').inputValue()).toBe('4242 4242 4242 4242')
    expect(elementEvents.filter((event) => event.startsWith('ready')).toSorted()).toEqual([
      'ready cardCvc',
      'ready cardExpiry',
      'ready cardNumber',
    ])
    expect(elementEvents).toEqual(expect.arrayContaining(['focus cardNumber', 'blur cardNumber']))
    expect(messages.length).toBeGreaterThan(5)
    expect(messages.join()).not.toMatch(/4242 ?4242 ?4242/)
    const [createdMethod] = stripeSetup.account.methods.values()
    expect(createdMethod?.billing_details.name).toBe('Giulia Bianchi')
    expect(pageErrors).toEqual([])
  })

  test('a field reports its errors, and its host shows its progress', async () => {
    await using stripeSetup = await startStripeWithAccount()
    await using shop = await openShopPage(stripeSetup)
    const { page } = shop
    const host = page.locator('#cardNumber')

    await inputOf(page, 'card number').fill('4242')
    await inputOf(page, 'CVC').focus()
    await waitInPage(
      page,
      () => (window as unknown as Shop).states['cardNumber']?.error?.code === 'incomplete_number',
    )
    const incomplete = await host.getAttribute('class')
    await typeCard(page, '4242424242424241')
    await waitInPage(
      page,
      () => (window as unknown as Shop).states['cardNumber']?.error?.code === 'invalid_number',
    )
    const refused = await tokenize(page)
    await inputOf(page, 'card number').fill('4111111111111111')
    await waitInPage(page, areComplete)
    const declined = await tokenize(page)

    expect(incomplete).toContain('StripeElement--invalid')
    expect(refused.error).toMatchObject({ type: 'validation_error', code: 'invalid_number' })
    expect(declined.error).toMatchObject({ type: 'card_error', code: 'card_declined' })
    expect(await host.getAttribute('class')).toBe(
      'StripeElement StripeElement--focus StripeElement--complete',
    )
  })

  test('a field can be changed, cleared and removed', async () => {
    await using stripeSetup = await startStripeWithAccount()
    await using shop = await openShopPage(stripeSetup)
    const { page } = shop
    const input = inputOf(page, 'expiration date')
    await typeCard(page, '4242424242424242')
    await waitInPage(page, areComplete)

    await page.evaluate(() => (window as unknown as Shop).fields[1]?.clear())
    await waitInPage(page, () => (window as unknown as Shop).states['cardExpiry']?.empty === true)
    const { error } = await tokenize(page)
    await page.evaluate(() =>
      (window as unknown as Shop).fields[1]?.update({ placeholder: 'MM/YY', disabled: true }),
    )
    await page
      .frameLocator('iframe[title="Secure expiration date input frame"]')
      .locator('input[placeholder="MM/YY"]:disabled')
      .waitFor()
    await page.evaluate(() => (window as unknown as Shop).fields[1]?.destroy())

    expect(error).toMatchObject({ code: 'incomplete_expiry' })
    expect(await page.locator('iframe').count()).toBe(2)
    expect(await input.count()).toBe(0)
  })

  test('Stripe accepts publishable keys only, and reports its release', async () => {
    await using stripeSetup = await startStripeWithAccount()
    await using shop = await openShopPage(stripeSetup)

    const [version, thrown] = await shop.page.evaluate((key) => {
      const { Stripe } = window as unknown as Shop
      try {
        Stripe(key)
        return [Stripe.version, undefined]
      } catch (error) {
        return [Stripe.version, String(error)]
      }
    }, stripeSetup.account.key)

    expect(version).toBe('endive')
    expect(thrown).toContain('IntegrationError')
  })

  /** Starts a payment that the cardholder's bank must authenticate, in a frame of the page. */
  async function startAuthentication({ stripe }: StripeWithAccount, page: Page): Promise<string> {
    const { id, client_secret } = await stripe.paymentIntents.create({
      amount: 1234,
      currency: 'eur',
      confirm: true,
      payment_method: 'pm_card_threeDSecure2Required',
      use_stripe_sdk: true,
    })
    await page.evaluate((clientSecret) => {
      const shop = window as unknown as Shop
      shop.outcome = shop.stripe.handleNextAction({ clientSecret })
    }, String(client_secret))
    return id
  }

  const bankOf = (page: Page) => page.frameLocator('iframe[title="3D Secure challenge"]')
  const outcomeOf = (page: Page) => page.evaluate(() => (window as unknown as Shop).outcome)

  test('the bank authenticates above the page, and a payer who approves has paid', async () => {
    await using stripeSetup = await startStripeWithAccount()
    await using shop = await openShopPage(stripeSetup)
    const { page, complaints: pageErrors } = shop
    const id = await startAuthentication(stripeSetup, page)

    await bankOf(page).getByRole('button', { name: 'Approve' }).click()
    const { paymentIntent, error } = await outcomeOf(page)

    expect(error).toBeUndefined()
    expect(paymentIntent).toMatchObject({ id, status: 'succeeded' })
    expect(await page.locator('iframe').count()).toBe(3)
    expect(pageErrors).toEqual([])
  })

  test('a payer who refuses has not paid, and only the bank can report an outcome', async () => {
    await using stripeSetup = await startStripeWithAccount()
    await using shop = await openShopPage(stripeSetup)
    const { page } = shop
    await startAuthentication(stripeSetup, page)
    const refuse = bankOf(page).getByRole('button', { name: 'Refuse' })
    await refuse.waitFor()

    await page.evaluate(() => window.postMessage({ type: 'holder-answered' }, '*'))
    await waitInPage(page, () =>
      (window as unknown as Shop).messages.some((data) => data.includes('holder-answered')),
    )
    const isBankStillOpen = await refuse.isVisible()
    await refuse.click()
    const { error } = await outcomeOf(page)

    expect(isBankStillOpen).toBe(true)
    expect(error).toMatchObject({ code: 'payment_intent_authentication_failure' })
    expect(stripeSetup.standIn.movedBy(stripeSetup.account)).toEqual({ captured: 0, refunded: 0 })
  })

  test('a payment without authentication cannot be approved or refused', async () => {
    await using stripeSetup = await startStripeWithAccount()
    await using shop = await openShopPage(stripeSetup)
    const { client_secret } = await stripeSetup.stripe.paymentIntents.create({
      amount: 1234,
      currency: 'eur',
    })

    const [early, strange] = await shop.page.evaluate(async (clientSecret) => {
      const { stripe } = window as unknown as Shop
      const [id] = clientSecret.split('_secret_')
      return [
        await stripe.handleNextAction({ clientSecret }),
        await stripe.handleNextAction({ clientSecret: `${id}_secret_of_nobody` }),
      ] as const
    }, String(client_secret))

    expect(early.error).toMatchObject({ code: 'payment_intent_unexpected_state' })
    expect(strange.error).toMatchObject({ code: 'payment_intent_invalid_parameter' })
  })

  test('the page of a Checkout Session leads by clicks past the bank to the shop', async () => {
    await using stripeSetup = await startStripeWithAccount()
    await using server = await shopServer()
    const { stripe, standIn, account } = stripeSetup
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'eur', unit_amount: 1234, product_data: { name: 'Bread' } },
        },
      ],
      success_url: `${server.url}paid`,
      cancel_url: `${server.url}basket`,
    })
    const page = await browser.newPage()
    page.setDefaultTimeout(20_000)

    await page.goto(String(session.url))
    await page.getByLabel('Test card').selectOption('pm_card_visa_chargeDeclined')
    await page.getByRole('button', { name: 'Pay' }).click()
    const alert = await page.getByRole('alert').textContent()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL(`${server.url}basket`)
    await page.goto(String(session.url))
    await page.getByLabel('Test card').selectOption('pm_card_authenticationRequired')
    await page.getByRole('button', { name: 'Pay' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.waitForURL(`${server.url}paid`)
    await page.close()

    expect(alert).toBe('Your card was declined.')
    expect(standIn.movedBy(account)).toEqual({ captured: 1234, refunded: 0 })
  })
})

test('the script and its frames are served, also under the name of the release', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { standIn } = stripeSetup
  const get = async (path: string) => {
    const response = await fetch(`${standIn.url}${path}`)
    return { type: response.headers.get('content-type'), body: await response.text() }
  }

  const script = await get('/stripe.js')

  expect(script.type).toContain('text/javascript')
  expect(await get('/endive/stripe.js')).toEqual(script)
  expect((await get('/elements-inner.html')).type).toContain('text/html')
  expect((await get('/elements-inner.js')).type).toContain('text/javascript')
  expect(standIn.calls).toEqual([])
})
