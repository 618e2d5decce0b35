import { expect, test } from 'vitest'
import { createPrintingMailer } from '#server/services/mail/mailer.ts'
import { auditEntriesOf } from '../support/audit-entries.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { createLiveShop, createRecordingMailer } from '../support/link-shop.ts'
import { payment } from '../support/make.ts'
import { createLink, openPage, pay } from '../support/pay-page.ts'
import { receiptIn } from '../support/receipts.ts'
import { createTeamMember } from '../support/team.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'

/** Creates a payment of a live link by bank transfer, which has arrived. */
async function takeLivePayment(app: TestApp, live: Person, language: 'it' | 'en' = 'en') {
  const link = await createLink(live, { amount: '240.00' })
  await pay(app, `${link.path}?lang=${language}`, { method: 'bank' })
  const [{ id, customerId } = { id: '', customerId: '' }] = (
    await live.api.transactions.list.query({ linkId: link.id })
  ).data
  await live.rest('PUT', `/api/transactions/${id}`, { status: 'success' })
  await app.idle()
  return { id, customerId }
}

const sendReceipt = ({ api }: Pick<Person, 'api'>, id: string): Promise<string> =>
  api.receipts.send.mutate({ id }).then(
    ({ mailing }) => mailing,
    (error: { data?: { code: string } }) => error.data?.code ?? 'unknown',
  )

test('staff send the receipt again, in the language of the payer, and the audit log notes it', async () => {
  const { sent, mailer } = createRecordingMailer()
  await using app = await testApp({ mailer })
  const live = await createLiveShop(app)
  const { id } = await takeLivePayment(app, live, 'it')
  sent.length = 0

  const noted = await auditEntriesOf(app, async () => {
    expect(await sendReceipt(live, id)).toBe('sent')
    expect(await sendReceipt(live, id)).toBe('sent')
  })
  await app.idle()

  expect(sent.map(({ to, subject }) => [to, subject])).toEqual(
    [1, 2].map(() => ['ada@example.com', 'Ricevuta di un pagamento di 240,00\u00a0€']),
  )
  expect((await openPage(app, receiptIn(sent[0]?.text ?? ''))).body).toContain('240,00\u00a0€')
  const entry = { action: 'receipt.sent', objectId: id, actor: `user:${live.id}` }
  expect(noted).toMatchObject([entry, entry])
  expect(await ledgerFindings(app)).toEqual([])
})

test('the mail of a partly refunded payment names what went back and what was kept', async () => {
  const { sent, mailer } = createRecordingMailer()
  await using app = await testApp({ mailer: { ...mailer, isPrinting: true } })
  const alice = await app.person()
  const { id } = await alice.api.transactions.create.mutate(
    payment({ amount: '240.00', currency: 'EUR', customerEmail: alice.email }),
  )
  await alice.rest('POST', `/api/transactions/${id}/refunds`, { amount: '40.00' })
  await app.idle()
  sent.length = 0

  const mailing = await sendReceipt(alice, id)
  await app.idle()
  const receipt = await alice.api.receipts.ofPayment.query({ id })
  const page = await openPage(app, receiptIn(receipt?.url ?? ''))

  expect(mailing).toBe('printed')
  expect(sent[0]?.text).toContain('Refunded in all: €40.00')
  expect(sent[0]?.text).toContain('Paid after refunds: €200.00')
  expect(receipt?.content).toMatchObject({
    title: 'Payment receipt — not a tax document',
    amount: '€240.00',
    refunds: {
      fields: [
        { label: 'March 10, 2026', value: '€40.00' },
        { label: 'Refunded in all', value: '€40.00' },
        { label: 'Paid after refunds', value: '€200.00' },
      ],
    },
  })
  const { fields = [], refunds } = receipt?.content ?? {}
  for (const { label, value } of [...fields, ...(refunds?.fields ?? [])]) {
    expect(page.body).toContain(`<dt>${label}</dt><dd>${value}</dd>`)
  }
})

test('the response gives the reason when no mail is sent, and then none is queued', async () => {
  const { sent, mailer } = createRecordingMailer()
  await using app = await testApp({ mailer })
  const live = await createLiveShop(app)
  const { id, customerId } = await takeLivePayment(app, live)
  sent.length = 0

  const outcomes = await auditEntriesOf(app, async () => {
    await live.api.merchant.changeCustomerMails.mutate({ isOn: false })
    expect(await sendReceipt(live, id)).toBe('off')
    await live.api.merchant.changeCustomerMails.mutate({ isOn: true })
    expect((await live.rest('DELETE', `/api/customers/${customerId}`)).status).toBe(204)
    expect(await sendReceipt(live, id)).toBe('erased')
  })
  await app.idle()

  expect(sent).toEqual([])
  expect(outcomes.map(({ action }) => action)).not.toContain('receipt.sent')
})

test('strangers get no mail in test mode, and a server without mail reports that', async () => {
  for (const [mailer, expected] of [
    [createRecordingMailer().mailer, 'stranger'],
    [createPrintingMailer(() => {}), 'stranger'],
    [undefined, 'none'],
  ] as const) {
    await using app = await testApp(mailer ? { mailer } : {})
    const alice = await app.person()
    const { id } = await alice.api.transactions.create.mutate(payment())

    expect(await sendReceipt(alice, id)).toBe(expected)
    expect(await app.count('mails')).toBe(0)
  }
})

test('only a payment that succeeded has a receipt, and only its own team sends it', async () => {
  const { mailer } = createRecordingMailer()
  await using app = await testApp({ mailer })
  const [alice, mallory] = [await app.person(), await app.person()]
  const bob = await createTeamMember(app, alice)
  const take = (more: Parameters<typeof payment>[0]) =>
    alice.api.transactions.create.mutate(payment(more))
  const paid = await take({})
  const pending = await take({ paymentMethod: 'bank' })
  const failed = await take({ amount: '10.01' })

  for (const { id } of [pending, failed]) {
    expect(await sendReceipt(alice, id)).toBe('conflict')
    expect(await alice.api.receipts.ofPayment.query({ id })).toBeNull()
  }
  expect(await sendReceipt(mallory, paid.id)).toBe('not_found')
  await expect(mallory.api.receipts.ofPayment.query({ id: paid.id })).rejects.toMatchObject({
    data: { code: 'not_found' },
  })
  expect(await sendReceipt(alice, 'txn_none')).toBe('not_found')
  expect(await sendReceipt(bob, paid.id)).toBe('stranger')
})

test('a mailbox gets five receipts an hour on request, and the sixth is refused', async () => {
  const { sent, mailer } = createRecordingMailer()
  await using app = await testApp({ mailer, environment: { RATE_LIMITS: 'on' } })
  const live = await createLiveShop(app)
  const { id } = await takeLivePayment(app, live)
  sent.length = 0

  const outcomes = []
  for (let at = 0; at < 6; at++) outcomes.push(await sendReceipt(live, id))
  await app.idle()

  expect(outcomes).toEqual([...Array(5).fill('sent'), 'limit'])
  expect(sent).toHaveLength(5)
})

test('a receipt that cannot be recorded is not sent', async () => {
  const { sent, mailer } = createRecordingMailer()
  await using app = await testApp({ mailer })
  const live = await createLiveShop(app)
  const { id } = await takeLivePayment(app, live)
  const before = sent.length
  await app.db.schema.alterTable('audit_log').renameTo('hidden').execute()

  await expect(live.api.receipts.send.mutate({ id })).rejects.toThrow()
  await app.db.schema.alterTable('hidden').renameTo('audit_log').execute()
  await app.idle()

  expect(sent).toHaveLength(before)
})
