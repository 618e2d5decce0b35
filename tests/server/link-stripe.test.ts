import { expect, test } from 'vitest'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { createOnlineProcessor, depsWithProcessor } from '../support/online-processor.ts'
import {
  createLink,
  formTokenIn,
  locationOf,
  openPage,
  pay,
  readLink,
  sendForm,
  trustProxy,
} from '../support/pay-page.ts'
import { createStripeShop } from '../support/stripe-shop.ts'
import { testApp } from '../support/test-app.ts'

/** Pays on Stripe's page as a payer does. Returns the URL to which the page redirects. */
async function payOnPage(page: string, method: string): Promise<string> {
  const answer = await fetch(page, {
    method: 'POST',
    body: new URLSearchParams({ action: 'pay', method, email: 'ada@example.com', name: 'Ada' }),
    redirect: 'manual',
  })
  return String(answer.headers.get('location'))
}

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url, 'http://127.0.0.1:3000')
  return pathname + search
}

test('a payer pays on Stripe’s page, without a script, and returns to the link', async () => {
  await using shop = await createStripeShop()
  const { app, ada } = shop
  const link = await createLink(ada, { amount: '12.34', maxUses: 1 })

  const form = await openPage(app, link.path)
  const submitted = await sendForm(app, link.path, { form: formTokenIn(form.body) })
  const redirectResponse = await openPage(app, pathOf(locationOf(submitted)))
  const waiting = await readLink(ada, link)
  const returnUrl = await payOnPage(locationOf(redirectResponse), 'pm_card_visa')
  const returned = await openPage(app, pathOf(returnUrl))
  const donePage = await openPage(app, pathOf(locationOf(returned)))

  expect(form.headers['content-security-policy']).toContain(
    `form-action 'self' https://checkout.stripe.com ${new URL(shop.stripe.url).origin};`,
  )
  expect(form.body).toContain('>Pay by card or another method</button>')
  expect(submitted.status).toBe(303)
  expect(pathOf(locationOf(submitted))).toMatch(/^\/continue\//)
  expect(redirectResponse.status).toBe(303)
  expect(waiting).toMatchObject({ status: 'closed', paymentCount: 1, paidCount: 0 })
  expect(locationOf(returned)).toContain(`${link.path}/done?form=`)
  expect(donePage.body).toContain('The payment has arrived.')
  expect(await readLink(ada, link)).toMatchObject({ status: 'closed', paidCount: 1 })
  expect(shop.stripe.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 0 })
  expect(await ledgerFindings(app)).toEqual([])
})

test('cards declined on Stripe’s page are counted for the link, each once', async () => {
  await using shop = await createStripeShop()
  const { app, ada } = shop
  const link = await createLink(ada, { amount: '12.34' })
  const submitted = await pay(app, link.path)
  const page = locationOf(await openPage(app, pathOf(locationOf(submitted))))

  for (let at = 0; at < 3; at++) await payOnPage(page, 'pm_card_visa_chargeDeclined')
  await shop.later(20_000)
  await shop.later(20_000)

  const tries = await app.db.selectFrom('paymentLinkTries').select('kind').execute()
  expect(tries.filter(({ kind }) => kind === 'declined')).toHaveLength(3)
  expect((await openPage(app, link.path)).body).toContain('<script src="/pay/proof.js"')
})

test('a link does not offer cards for an amount below the processor’s minimum', async () => {
  await using shop = await createStripeShop()
  const link = await createLink(shop.ada, { amount: '0.10' })

  const page = await openPage(shop.app, link.path)

  expect(page.body).not.toContain('value="card"')
  expect(page.body).toContain('value="bank"')
})

test('a payer who chooses less than the processor’s minimum sees the minimum', async () => {
  await using shop = await createStripeShop()
  const link = await createLink(shop.ada, { amountKind: 'chosen' })

  const refused = await pay(shop.app, link.path, { amount: '0.10' })
  const again = await sendForm(shop.app, link.path, {
    form: formTokenIn(refused.body),
    amount: '0.50',
  })

  expect(refused.status).toBe(400)
  expect(refused.body).toContain('The minimum is €0.50.')
  expect(refused.body).toContain('value="0.10"')
  expect(again.status).toBe(303)
  expect((await readLink(shop.ada, link)).paymentCount).toBe(1)
})

test('a lost response leaves one payment, whose page shows its status', async () => {
  const processor = createOnlineProcessor({
    pay: async ({ id, amount }) => {
      processor.taken.set(id, amount)
      throw new Error('the connection was closed')
    },
  })
  await using app = await testApp({ deps: depsWithProcessor(processor) })
  const alice = await app.person()
  const link = await createLink(alice, { maxUses: 1 })
  const form = formTokenIn((await openPage(app, link.path)).body)

  const first = await sendForm(app, link.path, { form })
  const again = await sendForm(app, link.path, { form })
  const donePage = await openPage(app, locationOf(again))

  expect([first.status, again.status]).toEqual([303, 303])
  expect(locationOf(again)).toBe(locationOf(first))
  expect(processor.called('pay')).toHaveLength(1)
  expect(donePage.body).toContain('The payment has arrived.')
  expect(await readLink(alice, link)).toMatchObject({
    status: 'closed',
    paymentCount: 1,
    paidCount: 1,
  })
  expect(await app.count('transactions')).toBe(1)
  expect(await ledgerFindings(app)).toEqual([])
})

test('a processor that does not respond delays no other form of the merchant', async () => {
  let answer = () => {}
  const responded = new Promise<void>((resolve) => {
    answer = resolve
  })
  const processor = createOnlineProcessor({
    pay: async (_payment, nowMs) => {
      await responded
      return { stage: 'awaiting_payer', pollAtMs: nowMs + 60_000 }
    },
  })
  await using app = await testApp({ deps: depsWithProcessor(processor), environment: trustProxy })
  const link = await createLink(await app.person())

  const forms = Array.from({ length: 24 }, (_, n) =>
    pay(app, link.path, {}, { address: `10.8.${n}.1` }),
  )
  await expect.poll(() => processor.called('pay').length, { timeout: 60_000 }).toBe(24)
  answer()
  const statuses = (await Promise.all(forms)).map(({ status }) => status)

  expect(new Set(statuses)).toEqual(new Set([303]))
  expect(await ledgerFindings(app)).toEqual([])
})
