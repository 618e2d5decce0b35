import { expect, test } from 'vitest'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { onlineProcessor, throughProcessor } from '../support/online-processor.ts'
import {
  formIn,
  linkNow,
  linkOf,
  manyAddresses,
  open,
  pay,
  placeOf,
  send,
} from '../support/pay-page.ts'
import { stripeShop } from '../support/stripe-shop.ts'
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

test('a payer pays on Stripe’s page, without a script, and comes back to the link', async () => {
  await using shop = await stripeShop()
  const { app, ada } = shop
  const link = await linkOf(ada, { amount: '12.34', maxUses: 1 })

  const form = await open(app, link.path)
  const submitted = await send(app, link.path, { form: formIn(form.body) })
  const redirectResponse = await open(app, pathOf(placeOf(submitted)))
  const waiting = await linkNow(ada, link)
  const returnUrl = await payOnPage(placeOf(redirectResponse), 'pm_card_visa')
  const returned = await open(app, pathOf(returnUrl))
  const donePage = await open(app, pathOf(placeOf(returned)))

  expect(form.headers['content-security-policy']).toContain(
    `form-action 'self' https://checkout.stripe.com ${new URL(shop.stripe.url).origin};`,
  )
  expect(submitted.status).toBe(303)
  expect(pathOf(placeOf(submitted))).toMatch(/^\/continue\//)
  expect(redirectResponse.status).toBe(303)
  expect(waiting).toMatchObject({ status: 'closed', paymentCount: 1, paidCount: 0 })
  expect(placeOf(returned)).toContain(`${link.path}/done?form=`)
  expect(donePage.body).toContain('The payment has arrived.')
  expect(await linkNow(ada, link)).toMatchObject({ status: 'closed', paidCount: 1 })
  expect(shop.stripe.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 0 })
  expect(await ledgerFindings(app)).toEqual([])
})

test('cards that are declined on Stripe’s page are counted with the link, each once', async () => {
  await using shop = await stripeShop()
  const { app, ada } = shop
  const link = await linkOf(ada, { amount: '12.34' })
  const submitted = await pay(app, link.path)
  const page = placeOf(await open(app, pathOf(placeOf(submitted))))

  for (let at = 0; at < 3; at++) await payOnPage(page, 'pm_card_visa_chargeDeclined')
  await shop.later(20_000)
  await shop.later(20_000)

  const tries = await app.db.selectFrom('paymentLinkTries').select('kind').execute()
  expect(tries.filter(({ kind }) => kind === 'declined')).toHaveLength(3)
  expect((await open(app, link.path)).body).toContain('<script src="/pay/proof.js"')
})

test('less than the processor takes is no amount of a link’s card', async () => {
  await using shop = await stripeShop()
  const link = await linkOf(shop.ada, { amount: '0.10' })

  const page = await open(shop.app, link.path)

  expect(page.body).not.toContain('value="card"')
  expect(page.body).toContain('value="bank"')
})

test('a payer who chooses less than the processor takes is told how much it takes', async () => {
  await using shop = await stripeShop()
  const link = await linkOf(shop.ada, { amountKind: 'chosen' })

  const refused = await pay(shop.app, link.path, { amount: '0.10' })
  const again = await send(shop.app, link.path, { form: formIn(refused.body), amount: '0.50' })

  expect(refused.status).toBe(400)
  expect(refused.body).toContain('The least is €0.50.')
  expect(refused.body).toContain('value="0.10"')
  expect(again.status).toBe(303)
  expect((await linkNow(shop.ada, link)).paymentCount).toBe(1)
})

test('an answer that is lost leaves one payment, whose page says how it goes', async () => {
  const processor = onlineProcessor({
    pay: async ({ id, amount }) => {
      processor.taken.set(id, amount)
      throw new Error('the connection was closed')
    },
  })
  await using app = await testApp({ deps: throughProcessor(processor) })
  const alice = await app.person()
  const link = await linkOf(alice, { maxUses: 1 })
  const form = formIn((await open(app, link.path)).body)

  const first = await send(app, link.path, { form })
  const again = await send(app, link.path, { form })
  const donePage = await open(app, placeOf(again))

  expect([first.status, again.status]).toEqual([303, 303])
  expect(placeOf(again)).toBe(placeOf(first))
  expect(processor.called('pay')).toHaveLength(1)
  expect(donePage.body).toContain('The payment has arrived.')
  expect(await linkNow(alice, link)).toMatchObject({
    status: 'closed',
    paymentCount: 1,
    paidCount: 1,
  })
  expect(await app.count('transactions')).toBe(1)
  expect(await ledgerFindings(app)).toEqual([])
})

test('a processor that does not answer holds up no other form of the merchant', async () => {
  let answer = () => {}
  const responded = new Promise<void>((resolve) => {
    answer = resolve
  })
  const processor = onlineProcessor({
    pay: async (_payment, nowMs) => {
      await responded
      return { stage: 'awaiting_payer', askAtMs: nowMs + 60_000 }
    },
  })
  await using app = await testApp({ deps: throughProcessor(processor), environment: manyAddresses })
  const link = await linkOf(await app.person())

  const forms = Array.from({ length: 24 }, (_, n) =>
    pay(app, link.path, {}, { address: `10.8.${n}.1` }),
  )
  await expect.poll(() => processor.called('pay').length, { timeout: 60_000 }).toBe(24)
  answer()
  const statuses = (await Promise.all(forms)).map(({ status }) => status)

  expect(new Set(statuses)).toEqual(new Set([303]))
  expect(await ledgerFindings(app)).toEqual([])
})
