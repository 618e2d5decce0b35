import { expect, test } from 'vitest'
import { finishErasures } from '#server/features/customers/erase-customer.ts'
import { payment } from '../support/make.ts'
import { createStripeShop, type StripeShop } from '../support/stripe-shop.ts'

const V2 = { 'api-version': 'v2' }

/** Takes payments by three cards and a sandbox transfer, and returns their ids. */
async function takePayments({ shop }: StripeShop) {
  const pay = async (more: object): Promise<string> => {
    const input = payment({ amount: '12.34', currency: 'EUR', description: null, ...more })
    return (await shop.rest('POST', '/api/transactions', input)).json().id
  }
  return {
    visa: await pay({ paymentToken: 'pm_card_visa' }),
    mastercard: await pay({ paymentToken: 'pm_card_mastercard' }),
    declined: await pay({ paymentToken: 'pm_card_visa_chargeDeclined' }),
    bank: await pay({ paymentMethod: 'bank' }),
  }
}

const list = async ({ shop }: StripeShop, query: string) =>
  (await shop.rest('GET', `/api/transactions?${query}`, undefined, V2)).json()

const idsOf = async (shop: StripeShop, query: string): Promise<string[]> =>
  (await list(shop, query)).data.map(({ id }: { id: string }) => id).toSorted()

test('payments are filtered by what the payer used, in lists and in their summary', async () => {
  await using shop = await createStripeShop()
  const { visa, mastercard, declined, bank } = await takePayments(shop)

  expect(await idsOf(shop, 'methodType=card')).toEqual([visa, mastercard, declined].toSorted())
  expect(await idsOf(shop, 'methodType=sandbox')).toEqual([bank])
  expect(await idsOf(shop, 'brand=visa')).toEqual([visa, declined].toSorted())
  expect(await idsOf(shop, 'brand=visa&status=success&sort=amount')).toEqual([visa])
  expect(await list(shop, 'methodType=ideal')).toMatchObject({ data: [], total: 0 })
  expect(await shop.ada.api.transactions.summary.query({ brand: 'visa' })).toEqual({
    groups: expect.arrayContaining([
      { status: 'success', currency: 'EUR', count: 1, amount: '12.34' },
      { status: 'failed', currency: 'EUR', count: 1, amount: '12.34' },
    ]),
    isExact: true,
  })
  const rows = await shop.ada.api.transactions.rows.query({ brand: 'mastercard' })
  expect(rows.data).toMatchObject([{ id: mastercard, method: { type: 'card', last4: '4444' } }])
})

test('a filter that is not a word is refused', async () => {
  await using shop = await createStripeShop()

  const response = await shop.shop.rest('GET', '/api/transactions?methodType=a%20b')

  expect(response.status).toBe(400)
  expect(response.json()).toMatchObject({ issues: [{ path: 'methodType' }] })
})

test('a card is found by its last four digits, alone or as a receipt prints them', async () => {
  await using shop = await createStripeShop()
  const { visa, declined } = await takePayments(shop)
  const search = (text: string) => idsOf(shop, `search=${encodeURIComponent(text)}`)
  const bob = await shop.app.person()

  expect(await search('4242')).toEqual([visa])
  expect(await search('•••• 4242')).toEqual([visa])
  expect(await search('****0002')).toEqual([declined])
  expect(await search('4243')).toEqual([])
  expect(await idsOf(shop, 'search=4242&status=failed')).toEqual([])
  expect((await bob.api.transactions.rows.query({ search: '4242' })).data).toEqual([])
})

test('an export has the columns of the method at its end, only on request', async () => {
  await using shop = await createStripeShop()
  await takePayments(shop)
  const linesOf = async (query: string) => {
    const response = await shop.shop.rest('GET', `/api/transactions/export?sort=createdAt${query}`)
    return response.body.replace('\ufeff', '').trim().split('\r\n')
  }

  const [plainHead, ...plain] = await linesOf('')
  const [head, ...lines] = await linesOf('&method=true')

  expect(head).toBe(`${plainHead},Method type,Brand,Last four digits,Wallet,Country,Funding`)
  const ends = lines.map((line, at) => line.slice(String(plain[at]).length))
  expect(ends.toSorted()).toEqual(
    [
      ',card,visa,4242,,US,credit',
      ',card,mastercard,4444,,US,credit',
      ',card,visa,0002,,US,credit',
      ',sandbox,,,,,',
    ].toSorted(),
  )
})

test('erasing a customer removes the digits of their cards', async () => {
  await using shop = await createStripeShop()
  const { visa } = await takePayments(shop)
  const before = await shop.shop.rest('GET', `/api/transactions/${visa}`, undefined, V2)

  const erased = await shop.ada.rest('DELETE', `/api/customers/${before.json().customerId}`)
  await finishErasures(shop.app.world)

  expect(erased.status).toBeLessThan(300)
  const after = await shop.shop.rest('GET', `/api/transactions/${visa}`, undefined, V2)
  expect(before.json().method).toMatchObject({ brand: 'visa', last4: '4242' })
  expect(after.json().method).toMatchObject({ brand: 'visa', last4: null })
  expect(await idsOf(shop, 'search=4242')).toEqual([])
})
