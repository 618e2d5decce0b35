import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { payment } from '../support/make.ts'
import { createStripeShop, type StripeShop } from '../support/stripe-shop.ts'

const V2 = { 'api-version': 'v2' }

/** Returns all rows of the database, as a copy of it contains them. */
async function readAllRows({ app }: StripeShop): Promise<string> {
  const db = app.database.db.withoutPlugins()
  const tables = await db.introspection.getTables()
  const found: unknown[] = []
  for (const { name } of tables) {
    found.push((await sql`select * from ${sql.table(name)}`.execute(db)).rows)
  }
  return JSON.stringify(found)
}

test('no key, token or client secret is in the database, the logs or a response that should not contain it', async () => {
  await using shop = await createStripeShop({ isWithWebhook: true, processorTimeoutMs: 3_000 })
  const { app, ada, account, stripe } = shop
  const responses: string[] = []
  const send = async (path: string, body: object) => {
    const response = await shop.shop.rest('POST', path, body, V2)
    responses.push(response.body, JSON.stringify(response.headers))
    return response.json()
  }
  const order = (paymentToken: string) => payment({ amount: '12.34', paymentToken })
  const token = 'pm_card_visa_chargeDeclinedLostCard'

  await send('/api/transactions', order('pm_card_visa'))
  await send('/api/transactions', order(token))
  const { id } = await send('/api/transactions', order('pm_card_authenticationRequired'))
  for (const kind of ['500', 'half', 'stall', 'reset'] as const) {
    stripe.fail({ kind, when: 'after', call: /^POST/ })
    await send('/api/transactions', order('pm_card_mastercard'))
  }
  stripe.recover()
  const { clientSecret } = await ada.api.transactions.proof.mutate({ id })
  const other = stripe.addAccount({ permissions: { refunds: 'none' } })
  const refused = await ada.api.processorAccounts.connect
    .mutate({ processor: 'stripe', secretKey: other.key, publishableKey: other.publishableKey })
    .catch((error: unknown) => JSON.stringify(error))
  responses.push(String(refused))
  await shop.later(61_000)
  await shop.poll()

  const secrets = [
    account.key,
    other.key,
    [...account.endpoints.values()][0]?.secret ?? '',
    clientSecret ?? '',
    token,
    'pm_card_authenticationRequired',
    'pm_card_mastercard',
  ]
  const text = `${await readAllRows(shop)}\n${JSON.stringify(app.logs)}\n${responses.join('\n')}`
  expect(secrets.filter((secret) => secret.length < 12)).toEqual([])
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  // Shows that the secrets would have been found in this text.
  expect(text).toContain(account.publishableKey)
  expect(app.logs.length).toBeGreaterThan(3)
})
