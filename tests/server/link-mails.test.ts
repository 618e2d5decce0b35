import { expect, test } from 'vitest'
import { WakeSignal } from '#server/core/work/wake-signal.ts'
import { lockMerchantById } from '#server/features/merchants/lock-merchant.ts'
import { sealLinkReceipt } from '#server/features/payment-links/mails/link-receipt.ts'
import { createTransaction } from '#server/features/transactions/create-transaction.ts'
import { NewTransaction } from '#server/features/transactions/new-transaction.schema.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { createLiveShop, createRecordingMailer } from '../support/link-shop.ts'
import { payment } from '../support/make.ts'
import { createLink, pay } from '../support/pay-page.ts'
import { withoutReceipt } from '../support/receipts.ts'
import { type Person, testApp } from '../support/test-app.ts'

const customerOf = (person: Person) =>
  person.api.customers.create.mutate({ name: 'Ada Rossi', email: 'ada@example.com' })

test('a payer gets one receipt once the money has arrived, in the language of the page', async () => {
  const { sent, mailer } = createRecordingMailer()
  await using app = await testApp({ mailer })
  const live = await createLiveShop(app)
  const link = await createLink(live, { amount: '12.50' })
  await app.idle()
  sent.length = 0

  await pay(app, link.path, { method: 'bank' }, { language: 'en' })
  await pay(app, `${link.path}?lang=it`, { method: 'bank', email: 'bob@example.com' })
  await app.idle()
  const sentBefore = sent.length
  const { data } = await live.api.transactions.list.query({ sort: 'createdAt' })
  for (const { id } of data) {
    await live.rest('PUT', `/api/transactions/${id}`, { status: 'success' })
    await live.rest('PUT', `/api/transactions/${id}`, { status: 'success' })
  }
  await app.idle()

  expect(sentBefore).toBe(0)
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    ['ada@example.com', 'Receipt of a payment of €12.50'],
    ['bob@example.com', 'Ricevuta di un pagamento di 12,50\u00a0€'],
  ])
  const [english, italian] = sent.map(({ text }) => text)
  expect(english).toContain('Payment receipt — not a tax document')
  expect(english).toContain('What for: Dinner')
  expect(italian).toContain('Ricevuta di pagamento — documento non fiscale')
  expect(italian).toMatch(/Riferimento: TXN-/)
  expect(sent.map(withoutReceipt).join()).not.toMatch(/Ada|https?:/)
  expect(await ledgerFindings(app)).toEqual([])
})

test('a member who tries a link in test mode gets the receipt at once, marked as a test', async () => {
  const { sent, mailer } = createRecordingMailer()
  await using app = await testApp({ mailer: { ...mailer, isPrinting: true } })
  const alice = await app.person()
  await app.idle()
  sent.length = 0

  await pay(app, (await createLink(alice)).path, { email: alice.email })
  await app.idle()

  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    [alice.email, '[Test] Payment of €40.00 to Bar Centrale'],
  ])
  expect(await ledgerFindings(app)).toEqual([])
})

test('a receipt is stored with its payment, so a crash right after loses neither', async () => {
  const { mailer } = createRecordingMailer()
  await using app = await testApp({ mailer: { ...mailer, isPrinting: true } })
  const alice = await app.person()
  const link = await createLink(alice)
  const { merchantId } = await app.db
    .selectFrom('paymentLinks')
    .select('merchantId')
    .executeTakeFirstOrThrow()
  const merchant = await lockMerchantById(app.world, { merchantId })
  const actor = { type: 'system', job: 'payment-link' } as const
  const ctx = { ...app.world, actor, merchant, requestId: 'r', address: null }
  const order = payment({ amount: '40.00', currency: 'EUR', customerEmail: alice.email })

  await createTransaction(ctx, NewTransaction.parse(order), {
    link: { id: link.id, formHash: 'f', language: 'it', answers: [], lines: [], tip: 0 },
    sealReceipt: (createdReceipt) =>
      sealLinkReceipt(
        app.world,
        { merchant, row: createdReceipt, chosen: { lines: [], tip: 0 } },
        { language: 'it', at: createdReceipt.createdAt },
      ),
  })

  const mails = await app.db.selectFrom('mails').selectAll().execute()
  expect(mails.filter(({ kind }) => kind === 'payment_receipt')).toMatchObject([
    { recipient: alice.email, language: 'it', customerId: expect.stringMatching(/^cus_/) },
  ])
  expect(await ledgerFindings(app)).toEqual([])
})

test('a stranger gets no receipt in test mode, nor does the payer of a payment without a link', async () => {
  const { sent, mailer } = createRecordingMailer()
  await using app = await testApp({ mailer })
  const alice = await app.person()
  await app.idle()
  sent.length = 0

  await pay(app, (await createLink(alice)).path)
  await app.idle()

  expect(sent).toEqual([])
})

test('a payment request is mailed to the link’s customer, and is counted', async () => {
  const { sent, mailer } = createRecordingMailer()
  await using app = await testApp({ mailer })
  const live = await createLiveShop(app)
  await app.idle()
  sent.length = 0
  const { id: customerId } = await customerOf(live)
  const link = await createLink(live, { customerId, amount: '12.50' })
  const withoutCustomer = await createLink(live)

  const firstSend = await live.api.paymentLinks.send.mutate({ id: link.id })
  const secondSend = await live.api.paymentLinks.send.mutate({ id: link.id })
  await app.idle()

  expect([firstSend.mailing, firstSend.link.sentCount, secondSend.link.sentCount]).toEqual([
    'sent',
    1,
    2,
  ])
  expect(sent.map(({ to }) => to)).toEqual(['ada@example.com', 'ada@example.com'])
  expect(sent[0]?.subject).toBe('Richiesta di pagamento')
  expect(sent[0]?.text).toContain(`Pagina: ${link.url}`)
  await expect(live.api.paymentLinks.send.mutate({ id: withoutCustomer.id })).rejects.toThrow()
  const storedMails = await app.db.selectFrom('mails').selectAll().execute()
  expect(JSON.stringify(storedMails)).not.toContain(link.url.slice(-22))
  await live.rest('DELETE', `/api/customers/${customerId}`)
  const refused = await live.api.paymentLinks.send.mutate({ id: link.id })
  expect([refused.mailing, refused.link.sentCount]).toEqual(['erased', 2])
  const remainingMails = await app.db.selectFrom('mails').select('recipient').execute()
  expect(remainingMails.map(({ recipient }) => recipient)).not.toContain('ada@example.com')
  expect(await ledgerFindings(app)).toEqual([])
})

test('no mail is sent when customer mails are off, and the response gives the reason', async () => {
  const { sent, mailer } = createRecordingMailer()
  await using app = await testApp({ mailer })
  const live = await createLiveShop(app)
  await app.idle()
  sent.length = 0
  const { id: customerId } = await customerOf(live)
  const link = await createLink(live, { customerId })
  await live.api.merchant.changeCustomerMails.mutate({ isOn: false })

  const response = await live.api.paymentLinks.send.mutate({ id: link.id })
  await app.idle()

  expect([response.mailing, response.link.sentCount]).toEqual(['off', 0])
  expect(sent).toEqual([])
})

test('a call that queues a mail wakes the mail worker', async () => {
  let wakeCount = 0
  const mailWakeSignal = new WakeSignal()
  mailWakeSignal.setHandler(() => {
    wakeCount += 1
  })
  await using app = await testApp({
    mailer: createRecordingMailer().mailer,
    deps: { mailSignal: mailWakeSignal },
  })
  const live = await createLiveShop(app)
  const { id: customerId } = await customerOf(live)
  const link = await createLink(live, { customerId })
  const before = wakeCount

  await live.api.paymentLinks.send.mutate({ id: link.id })

  expect([before, wakeCount]).toEqual([0, 1])
})
