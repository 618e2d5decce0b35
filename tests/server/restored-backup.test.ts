import { expect, test } from 'vitest'
import { verbs } from '#server/ops/verbs.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { runImport } from '../support/past-shop.ts'
import { stripeClientOf } from '../support/stripe/stripe-client.ts'
import { connectStripe, createStripeShop, type StripeShop } from '../support/stripe-shop.ts'

const TEN_MINUTES_MS = 600_000
const DAY_MS = 86_400_000
const V2 = { 'api-version': 'v2' }

const pay = async ({ shop }: StripeShop, more: object = {}) =>
  (
    await shop.rest(
      'POST',
      '/api/transactions',
      payment({ amount: '100.00', currency: 'EUR', paymentToken: 'pm_card_visa', ...more }),
      V2,
    )
  ).json()

const read = async ({ shop }: StripeShop, id: string) =>
  (await shop.rest('GET', `/api/transactions/${id}`, undefined, V2)).json()

async function pollLater(shop: StripeShop): Promise<void> {
  await shop.later(TEN_MINUTES_MS)
  await shop.poll()
}

/** Runs `npm run ops -- check --processor`. Returns its exit code and its lines about the processor. */
async function processorCheck({ app }: StripeShop, ...words: string[]) {
  const actor = { type: 'system', job: 'ops' } as const
  const lines: string[] = []
  const ctx = { ...app.world, actor, requestId: 'ops', address: null }
  const code = await verbs['check']?.run(ctx, ['--processor', ...words], (line) => lines.push(line))
  return { code, lines: lines.filter((line) => /processor/.test(line)) }
}

/**
 * Creates a merchant with a payment of the day before at Stripe that the database lacks. A server sees it in the same
 * way after an older backup was restored.
 */
async function openRestoredShop() {
  const shop = await createStripeShop()
  const { app, ada, account, stripe } = shop
  const id = app.world.newId('txn')
  const metadata = { incasso: id, incasso_merchant: ada.merchant.id }
  const lostPayment = stripe.addPast(account, {
    currency: 'eur',
    amount: 5500,
    atMs: app.clock.now() - DAY_MS,
    email: null,
    name: null,
    metadata,
  })
  return { ...shop, id, lost: lostPayment }
}

test('a payment missing from a restored backup returns under its own id, with its refunds', async () => {
  await using shop = await openRestoredShop()
  const { app, ada, account, stripe, id, lost: lostPayment } = shop
  const keptPayment = await pay(shop)
  // Our refunds that the backup lacks: one of a payment that exists here, one of a lost payment.
  const refundOf = (intent: string, incasso: string) =>
    stripeClientOf(stripe, account.key).refunds.create({
      payment_intent: intent,
      amount: 2000,
      metadata: { incasso, incasso_refund: app.world.newId('ref') },
    })
  const intents = [...account.intents.keys()]
  await refundOf(lostPayment.id, id)
  await refundOf(intents.at(-1) ?? '', keptPayment.id)

  await pollLater(shop)
  const before = await processorCheck(shop)
  await ada.signIn()
  await runImport(shop)
  await pollLater(shop)
  await ada.signIn()
  await runImport(shop)

  expect(await read(shop, keptPayment.id)).toMatchObject({ amounts: { refunded: '20.00' } })
  expect(await read(shop, id)).toMatchObject({
    id,
    status: 'success',
    customerEmail: 'unknown@payer.invalid',
    amounts: { captured: '55.00', refunded: '20.00' },
  })
  expect(before).toMatchObject({ code: 1 })
  expect(before.lines).toEqual([
    `! ${ada.merchant.id} ${id}: 55.00 EUR captured at the processor, not here`,
    '1 payments compared with their processor, 1 differences',
  ])
  expect(await processorCheck(shop)).toEqual({
    code: 0,
    lines: ['2 payments compared with their processor, 0 differences'],
  })
  expect(stripe.movedBy(account)).toEqual({ captured: 15_500, refunded: 4000 })
  expect(await ledgerFindings(app)).toEqual([])
})

test('a payment of another merchant of the same Stripe account stays theirs', async () => {
  await using shop = await createStripeShop()
  const { app, account } = shop
  await pay(shop)
  const eve = await app.person()
  const { id } = await connectStripe(eve, account)
  app.clock.advance(1000)

  await eve.api.processorAccounts.import.mutate({ id })
  await runImport(shop)

  expect((await eve.api.transactions.list.query({})).data).toEqual([])
})

test('the check of a processor names the differences and the accounts that do not respond', async () => {
  await using shop = await createStripeShop()
  const { app, ada, account, stripe } = shop
  const [first, second, third] = [await pay(shop), await pay(shop), await pay(shop)]
  const mine = [...account.intents.values()]
  await pollLater(shop)
  // Changes at Stripe without a notification: a larger capture, a refund, and a payment that is gone.
  const [one, two, three] = mine
  if (!one || !two || !three) throw new Error('there are three payments')
  account.intents.set(one.id, { ...one, amount_received: 12_000 })
  const charge = [...account.charges.values()].find(
    ({ payment_intent }) => payment_intent === two.id,
  )
  if (!charge) throw new Error('there is a charge')
  account.charges.set(charge.id, { ...charge, amount_refunded: 300 })
  account.intents.delete(three.id)

  const checkRun = await processorCheck(shop, '--days', '3')
  stripe.fail({ kind: '503', when: 'before', call: /./, times: 100 })
  const shortCheckRun = await processorCheck(shop)

  const { id: merchantId } = ada.merchant
  expect(checkRun.lines).toEqual(
    [
      `! ${merchantId} ${first.id}: 120.00 EUR captured at the processor, 100.00 EUR here`,
      `! ${merchantId} ${second.id}: 3.00 EUR refunded at the processor, 0.00 EUR here`,
      `! ${merchantId} ${third.id}: 100.00 EUR captured here, not at the processor`,
      '2 payments compared with their processor, 3 differences',
    ].toSorted((a, b) => Number(b.startsWith('!')) - Number(a.startsWith('!'))),
  )
  expect(shortCheckRun.code).toBe(1)
  expect(shortCheckRun.lines.at(-1)).toBe('0 payments compared with their processor, 1 differences')
  await expect(processorCheck(shop, '--days', 'many')).rejects.toThrow()
  expect(app.logs.filter(({ level }) => Number(level) >= 50)).toEqual([])
})
