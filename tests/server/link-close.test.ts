import { expect, test } from 'vitest'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { createLink, openPage, pay, readLink } from '../support/pay-page.ts'
import { type Person, testApp } from '../support/test-app.ts'

const close = (person: Person, { id }: { id: string }) =>
  person.rest('POST', `/api/payment-links/${id}/close`, {})

test('a link is closed once and permanently, with one entry in the audit log', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const link = await createLink(alice)

  const closed = await close(alice, link)
  app.clock.advance(60_000)
  const again = await close(alice, link)

  expect([closed.status, again.status]).toEqual([200, 200])
  expect(closed.json()).toMatchObject({ status: 'closed', closedAt: expect.any(String) })
  expect(again.json()).toEqual(closed.json())
  for (const action of ['resume', 'pause']) {
    const refused = await alice.rest('POST', `/api/payment-links/${link.id}/${action}`, {})
    expect([refused.status, refused.json().code]).toEqual([409, 'conflict'])
  }
  await alice.rest('PUT', `/api/payment-links/${link.id}`, { title: 'Lunch', maxUses: 5 })
  expect(await readLink(alice, link)).toMatchObject({ title: 'Lunch', status: 'closed' })
  const listed = await alice.api.paymentLinks.list.query({ status: 'closed' })
  expect(listed.data.map(({ id }) => id)).toEqual([link.id])
  const { byStatus } = await alice.api.paymentLinks.summary.query({})
  expect(byStatus).toEqual([{ status: 'closed', count: 1 }])
  const auditEntries = await app.db
    .selectFrom('auditLog')
    .select('objectId')
    .where('action', '=', 'payment_link.closed')
    .execute()
  expect(auditEntries).toEqual([{ objectId: link.id }])
  expect(await ledgerFindings(app)).toEqual([])
})

test('the link of another merchant stays open, and an unknown link is not found', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = await app.person()
  const link = await createLink(alice)

  const foreignResponse = await close(bob, link)
  const missingResponse = await close(alice, { id: 'lnk_none' })
  const signedOutResponse = await app.rest({
    method: 'POST',
    url: `/api/payment-links/${link.id}/close`,
    headers: { 'content-type': 'application/json' },
    payload: '{}',
  })

  expect([foreignResponse.status, missingResponse.status, signedOutResponse.status]).toEqual([
    404, 404, 401,
  ])
  expect(await readLink(alice, link)).toMatchObject({ status: 'active', closedAt: null })
})

test('its page shows politely that it is closed, and takes no payment', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const link = await createLink(alice)
  await close(alice, link)

  const english = await openPage(app, link.path)
  const italian = await openPage(app, `${link.path}?lang=it`)
  const paid = await pay(app, link.path)

  expect([english.status, italian.status, paid.status]).toEqual([410, 410, 410])
  expect(english.body).toContain('This payment link is closed')
  expect(english.body).toContain('Bar Centrale closed it, so there is nothing to pay here.')
  expect(italian.body).toContain('Questo link di pagamento è chiuso')
  expect(italian.body).not.toContain('pagato')
  expect(await app.count('transactions')).toBe(0)
})

test('a payment in progress continues after its link was closed, and no other starts', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const later = await createLink(alice)
  await pay(app, later.path, { method: 'bank' })
  const [waiting] = (await alice.api.transactions.list.query({ linkId: later.id })).data

  await close(alice, later)
  const settled = await alice.rest('PUT', `/api/transactions/${waiting?.id}`, { status: 'success' })
  const other = await pay(app, later.path, { email: 'bob@example.com' })

  expect([settled.status, other.status]).toEqual([200, 410])
  expect(await readLink(alice, later)).toMatchObject({
    status: 'closed',
    paymentCount: 1,
    paidCount: 1,
  })
  expect(await ledgerFindings(app)).toEqual([])
})

test('a closed link is not mailed', async () => {
  await using app = await testApp({ mailer: { send: async () => {}, isPrinting: true } })
  const alice = await app.person()
  const { id: customerId } = await alice.api.customers.create.mutate({
    name: 'Alice',
    email: alice.email,
  })
  const link = await createLink(alice, { customerId })
  await close(alice, link)

  await expect(alice.api.paymentLinks.send.mutate({ id: link.id })).rejects.toThrow(
    'The link takes no payments any more',
  )
  expect(await readLink(alice, link)).toMatchObject({ sentCount: 0 })
})
