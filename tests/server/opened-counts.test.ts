import { expect, test } from 'vitest'
import { OpenedCounts } from '#server/features/payment-links/payer/opened-counts.ts'
import { createLink, openPage, readLink } from '../support/pay-page.ts'
import { testApp } from '../support/test-app.ts'

test('a server that stops stores the page views counted until then', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const [link, other] = [await createLink(alice), await createLink(await app.person())]
  const ownLink = { merchantId: alice.merchant.id, id: link.id }
  const counts = new OpenedCounts(app.world)

  for (let n = 0; n < 50; n++) counts.record(ownLink)
  // The first write is done or in progress by now; later counts wait for the next one.
  await new Promise(setImmediate)
  for (let n = 0; n < 50; n++) counts.record(n % 2 === 0 ? ownLink : { ...ownLink, id: other.id })
  await counts.settle()

  expect((await readLink(alice, link)).openedCount).toBe(75)
  expect(
    await app.db
      .selectFrom('paymentLinks')
      .where('id', '=', other.id)
      .select('opened')
      .executeTakeFirst(),
  ).toEqual({ opened: 0 })
})

test('a page whose count cannot be stored is shown, and the log reports it', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const link = await createLink(alice)
  const brokenWorld = { ...app.world, db: app.db.withSchema('elsewhere') }
  const counts = new OpenedCounts(brokenWorld)

  counts.record({ merchantId: alice.merchant.id, id: link.id })
  await counts.settle()
  const page = await openPage(app, link.path)

  expect(page.status).toBe(200)
  expect(app.logs.map(({ msg }) => msg)).toContain('a link was opened and could not be counted')
})
