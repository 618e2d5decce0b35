import { expect, test } from 'vitest'
import { isCreditorReference } from '#server/shared/money/creditor-reference.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { createLink, locationOf, openPage, pay, readLink, trustProxy } from '../support/pay-page.ts'
import { createTeamMember } from '../support/team.ts'
import { type Person, testApp } from '../support/test-app.ts'
import { goLive } from '../support/two-modes.ts'

const iban = 'IT60 X054 2811 1010 0000 0123 456'
const bank = { iban, holder: 'Bar Centrale S.r.l.' }

const connect = (person: Person) => person.api.processorAccounts.connectTransfer.mutate(bank)

test('a payer sees the account, the amount and a reference that is hard to mistype', async () => {
  await using app = await testApp()
  const { live: alice } = await goLive(app, await app.person())
  await connect(alice)
  const link = await createLink(alice, { amount: '12.34', maxUses: 1 })

  const submitted = await pay(app, link.path, { method: 'bank' })
  const page = await openPage(app, locationOf(submitted))
  const italian = await openPage(app, `${locationOf(submitted)}&lang=it`)

  const [paid] = (await alice.api.transactions.list.query({ linkId: link.id })).data
  expect(paid).toMatchObject({ status: 'pending', paymentMethod: 'bank' })
  const [, printed = ''] = /<dd>(RF[\dA-Z ]+)<\/dd>/.exec(page.body) ?? []
  expect(isCreditorReference(printed)).toBe(true)
  expect(printed.replaceAll(' ', '').slice(4)).toBe(paid?.transactionId.slice(4))
  expect(page.body).toContain(`<dd>${iban}</dd>`)
  expect(page.body).toContain('<dd>Bar Centrale S.r.l.</dd>')
  expect(page.body).toContain('<dd>€12.34</dd>')
  expect(page.body).toContain('class="qr"')
  expect(page.body).not.toMatch(/http-equiv/)
  expect(page.body.match(/<script/g)).toHaveLength(1)
  expect(Buffer.byteLength(page.body)).toBeLessThan(30_000)
  expect(italian.body).toContain('Esegui un bonifico con questi dati')
  expect(await readLink(alice, link)).toMatchObject({ status: 'closed', paidCount: 0 })
  // A person sees the money on the account and confirms the payment with the existing call.
  await alice.rest('PUT', `/api/transactions/${paid?.id}`, { status: 'success' })
  expect((await openPage(app, locationOf(submitted))).body).toContain('The payment has arrived.')
  expect(await readLink(alice, link)).toMatchObject({ paidCount: 1, paidAmount: '12.34' })
  expect(await ledgerFindings(app)).toEqual([])
})

test('in test mode no real money can be transferred: the IBAN is masked and no code is shown', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await connect(alice)
  const link = await createLink(alice, { amount: '12.34' })

  const { body } = await openPage(app, locationOf(await pay(app, link.path, { method: 'bank' })))

  expect(body).toContain('<dd>IT60 •••• •••• •••• •••• •••3 456</dd>')
  expect(body).toContain('Test mode: this transfer cannot be made.')
  expect(body).not.toContain(iban.replaceAll(' ', ''))
  expect(body).not.toContain('class="qr"')
  expect(body).toMatch(/<dd>RF[\dA-Z ]+<\/dd>/)
})

test('a transfer in another currency has no payment code, and is cancelled after thirty days', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await connect(alice)
  const link = await createLink(alice, { currency: 'USD', maxUses: 1 })

  const submitted = await pay(app, link.path, { method: 'bank' })
  const page = await openPage(app, locationOf(submitted))
  app.clock.advance(30 * 86_400_000)
  await app.settle()
  await alice.signIn()

  expect(page.body).toContain('<dd>IT60 ')
  expect(page.body).not.toContain('class="qr"')
  expect((await openPage(app, locationOf(submitted))).body).toContain('did not go through')
  expect(await readLink(alice, link)).toMatchObject({ status: 'active', paymentCount: 1 })
  expect(await app.count('paymentLinkTries')).toBe(1)
  expect(await ledgerFindings(app)).toEqual([])
})

const HOUR_MS = 3_600_000

/** Returns the payments of a link, oldest first. */
const paymentsOf = async (person: Person, linkId: string) =>
  (await person.api.transactions.list.query({ linkId, sort: 'createdAt' })).data

const markArrived = (person: Person, id = '') =>
  person.rest('PUT', `/api/transactions/${id}`, { status: 'success' })

test('unpaid transfers hold the uses of a link for two hours, and count when they arrive', async () => {
  await using app = await testApp({ environment: trustProxy })
  const alice = await app.person()
  await connect(alice)
  const link = await createLink(alice, { maxUses: 3 })
  const from = (at: number) => ({ address: `203.0.113.${at}` })
  for (let at = 0; at < 3; at++) await pay(app, link.path, { method: 'bank' }, from(at))
  app.clock.advance(2 * HOUR_MS - 1)
  await app.settle()
  const before = await readLink(alice, link)

  app.clock.advance(1)
  await app.settle()
  const after = await readLink(alice, link)
  const submitted = [
    await pay(app, link.path, { method: 'card' }, from(4)),
    await pay(app, link.path, { method: 'card' }, from(5)),
  ]
  // The first transfer takes the last use of the link; the second is one more than the link allows.
  const [first, second, third] = await paymentsOf(alice, link.id)
  await markArrived(alice, first?.id)
  const closedLink = await readLink(alice, link)
  await markArrived(alice, second?.id)
  app.clock.advance(30 * 24 * HOUR_MS)
  await app.settle()
  await alice.signIn()

  expect([before.status, after.status]).toEqual(['closed', 'active'])
  expect(submitted.map(({ status }) => status)).toEqual([303, 303])
  expect(closedLink.status).toBe('closed')
  expect(await readLink(alice, link)).toMatchObject({ status: 'closed', paidCount: 4 })
  const last = (await paymentsOf(alice, link.id)).find(({ id }) => id === third?.id)
  expect(last?.status).toBe('failed')
  expect(await ledgerFindings(app)).toEqual([])
})

test('a transfer of a link’s only customer holds its use for thirty days', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await connect(alice)
  const ada = { name: 'Ada Rossi', email: 'ada@example.com' }
  const customer = (await alice.rest('POST', '/api/customers', ada)).json()
  const link = await createLink(alice, { maxUses: 1, customerId: customer.id })

  await pay(app, link.path, { method: 'bank' })
  app.clock.advance(29 * 24 * HOUR_MS)
  await app.settle()
  await alice.signIn()
  const late = await readLink(alice, link)
  app.clock.advance(24 * HOUR_MS)
  await app.settle()
  await alice.signIn()

  expect(late.status).toBe('closed')
  expect((await readLink(alice, link)).status).toBe('active')
  expect(await ledgerFindings(app)).toEqual([])
})

test('an owner sets, changes and removes the bank account; staff and strangers cannot', async () => {
  await using app = await testApp()
  const [alice, bob] = [await app.person(), await app.person()]
  const staff = await createTeamMember(app, alice)

  await expect(connect(staff)).rejects.toThrow()
  await expect(
    alice.api.processorAccounts.connectTransfer.mutate({ ...bank, iban: iban.replace('6', '7') }),
  ).rejects.toThrow()
  expect(await app.count('processorAccounts')).toBe(0)
  const first = await connect(alice)
  const second = await alice.api.processorAccounts.connectTransfer.mutate({
    iban: 'DE89370400440532013000',
    holder: 'Bar',
  })

  expect(await staff.api.processorAccounts.transfer.query()).toEqual(second)
  expect(second.id).not.toBe(first.id)
  expect(await bob.api.processorAccounts.transfer.query()).toBeNull()
  expect(await alice.api.processorAccounts.list.query()).toEqual([])
  await alice.api.processorAccounts.disconnectTransfer.mutate({ id: second.id })
  expect(await alice.api.processorAccounts.transfer.query()).toBeNull()
  await expect(
    alice.api.processorAccounts.disconnectTransfer.mutate({ id: second.id }),
  ).rejects.toThrow()
  const auditEntries = await app.db
    .selectFrom('auditLog')
    .select('action')
    .where('action', 'like', 'processor.%')
    .orderBy('id')
    .execute()
  expect(auditEntries.map(({ action }) => action)).toEqual([
    'processor.connected',
    'processor.connected',
    'processor.disconnected',
  ])
})

test('live mode with a bank account takes transfers, separately from test mode', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { live } = await goLive(app, alice)
  await connect(live)
  const link = await createLink(live)

  const page = await openPage(app, link.path)
  const submitted = await pay(app, link.path, { method: 'bank' })

  expect(page.body).not.toMatch(/value="card"|Test: no money moves/)
  expect(page.body).toContain('value="bank"')
  expect(submitted.status).toBe(303)
  expect((await live.api.transactions.list.query({})).total).toBe(1)
  expect((await alice.api.transactions.list.query({})).total).toBe(0)
  expect((await alice.api.paymentLinks.list.query({})).total).toBe(0)
  expect((await alice.rest('GET', `/api/payment-links/${link.id}`)).status).toBe(404)
  expect(await ledgerFindings(app)).toEqual([])
})

test('a payer who opens the link again finds the account and the reference again', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await connect(alice)
  const link = await createLink(alice, { maxUses: 1 })
  const submitted = await pay(app, link.path, { method: 'bank' })

  const again = await openPage(app, link.path)
  const page = await openPage(app, locationOf(again))

  expect([again.status, page.status]).toEqual([303, 200])
  const details = /<dd>(?:RF|IT)[\dA-Z •]+<\/dd>/g
  const first = await openPage(app, locationOf(submitted))
  expect(page.body.match(details)).toHaveLength(2)
  expect(page.body.match(details)).toEqual(first.body.match(details))
  // Once the money has arrived, the link is used up.
  const [paid] = await paymentsOf(alice, link.id)
  await markArrived(alice, paid?.id)
  expect((await openPage(app, link.path)).status).toBe(410)
})

test('a multi-use link, or a closed link, shows no payer’s transfer', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await connect(alice)
  const [twoUseLink, closed] = [
    await createLink(alice, { maxUses: 2 }),
    await createLink(alice, { maxUses: 1 }),
  ]
  await pay(app, twoUseLink.path, { method: 'bank' })
  await pay(app, twoUseLink.path, { method: 'bank' })
  await pay(app, closed.path, { method: 'bank' })
  await alice.api.paymentLinks.close.mutate({ id: closed.id })

  for (const { path } of [twoUseLink, closed]) expect((await openPage(app, path)).status).toBe(410)
})

test('a transfer that no longer holds a use is not shown', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await connect(alice)
  const link = await createLink(alice, { maxUses: 1 })
  await pay(app, link.path, { method: 'bank' })
  app.clock.advance(2 * HOUR_MS)
  await app.settle()
  await pay(app, link.path, { method: 'card' })

  expect((await openPage(app, link.path)).status).toBe(410)
})

test('the payment shows the merchant the account and reference, and offers no refund', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await connect(alice)
  const link = await createLink(alice)
  await pay(app, link.path, { method: 'bank' })
  const [{ id, transactionId } = { id: '', transactionId: '' }] = await paymentsOf(alice, link.id)
  await markArrived(alice, id)

  const money = await alice.api.refunds.ofPayment.query({ id })
  const refused = await alice.rest('POST', `/api/transactions/${id}/refunds`, { amount: '1.00' })
  const { id: card } = await alice.api.transactions.create.mutate(payment())

  expect(money).toMatchObject({
    canRefund: false,
    transfer: {
      holder: bank.holder,
      iban: iban.replaceAll(' ', ''),
      reference: expect.stringMatching(new RegExp(`^RF\\d\\d${transactionId.slice(4)}$`)),
    },
  })
  expect([refused.status, refused.json().reason]).toEqual([409, 'not_refundable'])
  expect(await app.count('refunds')).toBe(0)
  expect(await alice.api.refunds.ofPayment.query({ id: card })).toMatchObject({
    canRefund: true,
    transfer: null,
    payerUrl: null,
  })
})
