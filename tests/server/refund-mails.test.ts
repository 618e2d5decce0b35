import { expect, test } from 'vitest'
import type { MailRow } from '#db/tables/mail-tables.ts'
import type { Mail, Mailer } from '#server/core/ports/mailer.ts'
import { MailError } from '#server/core/ports/mailer.ts'
import { recordRefund } from '#server/features/refunds/record-refund.ts'
import { findRefund } from '#server/features/refunds/refunds.queries.ts'
import { settleRefunds } from '#server/features/refunds/settle-refunds.ts'
import { startClerkStandIn } from '../support/clerk-stand-in.ts'
import { freshDatabase } from '../support/database.ts'
import { keyCaller } from '../support/key.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { receiptIn, withoutReceipt } from '../support/receipts.ts'
import { createTeamMember } from '../support/team.ts'
import { type Person, SETTLEMENT_MS, type TestApp, testApp } from '../support/test-app.ts'
import { goLive, withSandbox } from '../support/two-modes.ts'

function createMailbox() {
  const sent: Mail[] = []
  const state: { failure?: MailError } = {}
  const mailer: Mailer = {
    send: async (mail) => {
      sent.push(mail)
      if (state.failure) throw state.failure
    },
  }
  return { sent, state, mailer }
}

type PaymentIds = { id: string; transactionId: string; customerId: string }

/** Creates a live mode in which payments can be taken and refunded. */
async function openLiveShop(app: TestApp, timezone = 'UTC') {
  const owner = await app.person({ timezone })
  const { live, liveId } = await goLive(app, owner)
  const pay = (more: Parameters<typeof payment>[0] = {}): Promise<PaymentIds> =>
    withSandbox(app, liveId, async () =>
      (await live.rest('POST', '/api/payments', payment({ amount: '100.00', ...more }))).json(),
    )
  return { owner, live, liveId, pay }
}

const refund = async (person: Pick<Person, 'rest'>, id: string, body: object = {}) =>
  (await person.rest('POST', `/api/transactions/${id}/refunds`, body)).json()

const rowsOf = ({ db }: TestApp): Promise<MailRow[]> =>
  db.selectFrom('mails').selectAll().where('merchantId', 'is not', null).orderBy('id').execute()

/** Settles refunds. The sandbox then fails refunds whose amount ends in .09. */
async function settleLateFailure(app: TestApp): Promise<void> {
  app.clock.advance(SETTLEMENT_MS)
  await settleRefunds(app.world)
}

const textOf = (html = '') =>
  html
    .replace(/<title>.*<\/title>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, ' ')
    .trim()

const isNotReceipt = (part: string) => !part.includes('/receipt/')

/** Returns the HTML as text, with the receipt's URL in the same position as in the plain text. */
const textWithLinks = (html = '') =>
  textOf(html.replace(/<a href="([^"]+)">([^<]+)<\/a>/, '$2: $1'))

test('a refund is mailed to the payer once, in Italian where the merchant is in Italy', async () => {
  const { sent, mailer } = createMailbox()
  await using app = await testApp({ mailer })
  const { live, pay } = await openLiveShop(app, 'Europe/Rome')
  const paid = await pay({ currency: 'EUR' })

  const refunded = await refund(live, paid.id, {
    amount: '12.50',
    reason: 'goodwill',
    note: 'Zuppa',
  })
  await app.idle()

  expect(refunded.status).toBe('success')
  expect(sent).toHaveLength(1)
  const [{ to, subject, text, html } = { to: '', subject: '', text: '' }] = sent
  expect(to).toBe('ada@example.com')
  expect(subject).toBe('Rimborso di 12,50\u00a0€ da Bar Centrale')
  expect(receiptIn(text)).toMatch(/lang=it$/)
  expect(text.split('\n\n').filter(isNotReceipt)).toEqual([
    'Ricevuta di rimborso — documento non fiscale',
    '«Bar Centrale» ha rimborsato 12,50\u00a0€.',
    [
      'Attività: Bar Centrale',
      'Importo: 12,50\u00a0€',
      `Pagamento: ${paid.transactionId}`,
      'Data del rimborso: 10 marzo 2026',
    ].join('\n'),
    'Il denaro torna sulla carta usata per pagare. A seconda della banca possono servire 5–10 giorni prima di vederlo.',
    'Per domande, «Bar Centrale» risponde al numero +39 06 1234567.',
    'Inviato da Incasso per conto di «Bar Centrale».',
  ])
  expect(textWithLinks(html)).toBe(text.replace(/\s+/g, ' '))
  expect(`${text}${html}`).not.toMatch(/Zuppa|goodwill|Ada/)
  expect(await rowsOf(app)).toMatchObject([
    { kind: 'refund_receipt', objectId: refunded.id, customerId: paid.customerId, status: 'sent' },
  ])
  expect(await ledgerFindings(app)).toEqual([])
})

test('the English mail has the same content, with the currency’s digits and the day of the time zone', async () => {
  const { sent, mailer } = createMailbox()
  await using app = await testApp({ mailer })
  const { live, pay } = await openLiveShop(app, 'Pacific/Kiritimati')
  const paid = await pay({ currency: 'JPY', amount: '1200.00' })

  await refund(live, paid.id)
  await app.idle()

  const [{ subject, text, html } = { subject: '', text: '' }] = sent
  expect(subject).toBe('Refund of ¥1,200 from Bar Centrale')
  expect(receiptIn(text)).toMatch(/lang=en$/)
  expect(text.split('\n\n').filter(isNotReceipt)).toEqual([
    'Refund receipt — not a tax document',
    '“Bar Centrale” has refunded ¥1,200.',
    [
      'Business: Bar Centrale',
      'Amount: ¥1,200',
      `Payment: ${paid.transactionId}`,
      'Date of the refund: March 11, 2026',
    ].join('\n'),
    'The money goes back to the card that paid. Depending on your bank it can take 5–10 days until you see it.',
    'If you have questions, call “Bar Centrale” at +39 06 1234567.',
    'Sent by Incasso on behalf of “Bar Centrale”.',
  ])
  expect(textWithLinks(html)).toBe(text.replace(/\s+/g, ' '))
})

test('a business cannot put markup or links into the mail by its name or telephone', async () => {
  const { sent, mailer } = createMailbox()
  await using app = await testApp({ mailer })
  const { owner, live, pay } = await openLiveShop(app)
  const businessName = `<b onclick='x'>Ada & "Figli"</b> https://evil.example/pay`
  expect((await owner.rest('PATCH', '/api/merchant/profile', { businessName })).status).toBe(200)
  // A value that an older release accepted.
  await app.db.updateTable('merchants').set({ businessPhone: 'call evil.example' }).execute()
  const { id } = await pay()

  await refund(live, id)
  await app.idle()

  const [{ text, html = '' } = { text: '' }] = sent
  expect(html?.match(/<a\b/g)).toHaveLength(1)
  expect(withoutReceipt({ text: '', html })).not.toMatch(/<b\b|https?:|Ada & /)
  expect(html).toContain('Ada &#38; Figli')
  expect(textWithLinks(html)).toBe(text.replace(/\s+/g, ' '))
  // Without a telephone number, the account's e-mail address is left.
  expect(text).toContain(`: ${owner.email}\n`)
  expect(text).not.toContain('evil.example')
})

test('a repeated request and a repeated outcome, in two processes at once, send one mail', async () => {
  const { sent, mailer } = createMailbox()
  const fresh = await freshDatabase()
  // Removed last, once both apps have closed it.
  await using _ = { [Symbol.asyncDispose]: fresh.remove }
  await using app = await testApp({ mailer, fresh })
  await using other = await testApp({ mailer, fresh })
  const { live, liveId, pay } = await openLiveShop(app)
  const tillKey = await keyCaller(app, live, { scopes: ['refund'] })
  const { id } = await pay()
  const send = (amount: string) =>
    tillKey.rest(
      'POST',
      `/api/transactions/${id}/refunds`,
      { amount },
      { 'idempotency-key': amount },
    )

  await Promise.all([send('5.00'), send('5.00')])
  await send('5.00')
  const later = (await send('1.08')).json()
  expect([later.status, (await rowsOf(app)).length]).toEqual(['pending', 1])
  const row = await findRefund(app.db, { merchantId: liveId, id: later.id })
  if (!row) throw new Error('the refund waits')
  const record = ({ world }: TestApp) => recordRefund(world, row, { status: 'success' })
  await Promise.all([record(app), record(other), record(app), record(other)])
  await Promise.all([app.idle(), other.idle()])

  expect(sent.map(({ to }) => to)).toEqual(['ada@example.com', 'ada@example.com'])
  expect(await app.count('mails')).toBe(2)
})

test('a refund whose outcome cannot be stored sends no mail, and the next poll does both', async () => {
  const { sent, mailer } = createMailbox()
  await using app = await testApp({ mailer })
  const { live, pay } = await openLiveShop(app)
  const { id } = await pay()
  await app.db.schema.alterTable('mails').renameTo('hidden').execute()

  const lost = await live.rest('POST', `/api/transactions/${id}/refunds`, {})
  await app.db.schema.alterTable('hidden').renameTo('mails').execute()
  const [refused] = await app.db.selectFrom('refunds').select('status').execute()
  expect([lost.status, refused?.status, await app.count('mails')]).toEqual([500, 'pending', 0])

  app.clock.advance(60_000)
  await settleRefunds(app.world)
  await app.idle()
  const [refunded] = await app.db.selectFrom('refunds').select('status').execute()
  expect([refunded?.status, sent.length]).toEqual(['success', 1])
  expect(await ledgerFindings(app)).toEqual([])
})

test('a pending refund is mailed when it has succeeded, and one that fails at once never is', async () => {
  const { sent, mailer } = createMailbox()
  await using app = await testApp({ mailer })
  const { live, pay } = await openLiveShop(app)
  const { id } = await pay()

  await refund(live, id, { amount: '1.08' })
  await refund(live, id, { amount: '1.10' })
  await app.idle()
  expect(sent).toEqual([])
  await settleLateFailure(app)
  await app.idle()

  expect(sent.map(({ subject }) => subject)).toEqual(['Refund of $1.08 from Bar Centrale'])
})

test('a refund that fails after its receipt was sent is mailed too, in the language of the receipt', async () => {
  const { sent, mailer } = createMailbox()
  await using app = await testApp({ mailer })
  const { live, pay } = await openLiveShop(app, 'Europe/Rome')
  const { id, transactionId } = await pay({ currency: 'EUR' })
  await refund(live, id, { amount: '1.09' })
  await app.idle()
  await live.api.merchant.changeCustomerMails.mutate({ isOn: false, language: 'en' })

  await settleLateFailure(app)
  await settleLateFailure(app)
  await app.idle()

  expect(sent.map(({ subject }) => subject)).toEqual([
    'Rimborso di 1,09\u00a0€ da Bar Centrale',
    'Il rimborso di 1,09\u00a0€ da Bar Centrale non è riuscito',
  ])
  const { text = '', html } = sent[1] ?? {}
  expect(text.split('\n\n')).toEqual([
    'Rimborso non riuscito — documento non fiscale',
    'Il rimborso di 1,09\u00a0€ da «Bar Centrale», di cui abbiamo scritto in precedenza, non è riuscito: il denaro non arriverà.',
    expect.stringContaining(`\nPagamento: ${transactionId}\nData: 10 marzo 2026`),
    '«Bar Centrale» ne è al corrente e si metterà in contatto per restituirlo in un altro modo.',
    'Per domande, «Bar Centrale» risponde al numero +39 06 1234567.',
    'Inviato da Incasso per conto di «Bar Centrale».',
  ])
  expect(textWithLinks(html)).toBe(text.replace(/\s+/g, ' '))
  expect(await ledgerFindings(app)).toEqual([])
})

test('a receipt that is not sent yet is withdrawn when its refund fails', async () => {
  const { sent, mailer } = createMailbox()
  await using app = await testApp({ mailer })
  const { live, pay } = await openLiveShop(app)
  const { id } = await pay()
  await refund(live, id, { amount: '1.09' })
  expect(await app.count('mails')).toBe(1)

  await settleLateFailure(app)
  await app.idle()

  expect([sent, await app.count('mails')]).toEqual([[], 0])
})

test('a receipt that may have arrived is not retried, and the failure is mailed', async () => {
  const { sent, state, mailer } = createMailbox()
  await using app = await testApp({ mailer })
  const { live, pay } = await openLiveShop(app)
  const { id } = await pay()
  state.failure = new MailError('timeout')
  await refund(live, id, { amount: '1.09' })
  await app.idle()
  delete state.failure

  await settleLateFailure(app)
  app.clock.advance(3_600_000)
  await app.idle()

  expect(sent.map(({ subject }) => subject)).toEqual([
    'Refund of $1.09 from Bar Centrale',
    'The refund of $1.09 from Bar Centrale did not go through',
  ])
  expect((await rowsOf(app)).map(({ kind }) => kind)).toEqual(['refund_failure'])
})

test('a receipt that is being sent when its refund fails is abandoned after that attempt', async () => {
  const hooks: { its?: () => void } = {}
  const sent: string[] = []
  const sendingStarted = new Promise<void>((resolve) => {
    hooks.its = resolve
  })
  let fail: (error: MailError) => void = () => {}
  const mailer: Mailer = {
    send: ({ subject }) => {
      sent.push(subject)
      if (sent.length > 1) return Promise.resolve()
      hooks.its?.()
      return new Promise((_, reject) => {
        fail = reject
      })
    },
  }
  await using app = await testApp({ mailer })
  const { live, pay } = await openLiveShop(app)
  const { id } = await pay()
  await refund(live, id, { amount: '1.09' })
  const sending = app.idle()
  await sendingStarted

  await settleLateFailure(app)
  fail(new MailError('timeout'))
  await sending
  app.clock.advance(3_600_000)
  await app.idle()

  expect(sent).toEqual([
    'Refund of $1.09 from Bar Centrale',
    'The refund of $1.09 from Bar Centrale did not go through',
  ])
  expect(await rowsOf(app)).toMatchObject([
    { kind: 'refund_receipt', status: 'failed', lastError: 'expired' },
    { kind: 'refund_failure', status: 'sent' },
  ])
  expect(await ledgerFindings(app)).toEqual([])
})

test('no mail is sent where the owner has switched it off, or mail cannot be sent', async () => {
  const { sent, mailer } = createMailbox()
  await using app = await testApp({ mailer })
  const { live, pay } = await openLiveShop(app)
  const { id } = await pay()
  await live.api.merchant.changeCustomerMails.mutate({ isOn: false })
  expect((await live.api.refunds.ofPayment.query({ id })).receipt).toBe('off')

  await refund(live, id, { amount: '1.00' })
  await refund(live, id, { amount: '1.09' })
  await settleLateFailure(app)
  await app.idle()
  expect([sent, await app.count('mails')]).toEqual([[], 0])

  await using withoutMailer = await testApp()
  const shop = await openLiveShop(withoutMailer)
  await refund(shop.live, (await shop.pay()).id)
  expect(await withoutMailer.count('mails')).toBe(0)
})

test('a merchant in test mode sends mail only to a member with a verified e-mail address, and marks it as a test', async () => {
  const { sent, mailer } = createMailbox()
  await using app = await testApp({ mailer })
  const alice = await app.person()
  const [bob, mallory] = [await createTeamMember(app, alice), await app.person()]
  await app.db
    .updateTable('authUsers')
    .set({ emailVerified: app.database.dialect === 'sqlite' ? 1 : true })
    .where('email', 'in', [bob.email, mallory.email])
    .execute()
  const receipts: Record<string, string> = {}
  for (const email of ['ada@example.com', alice.email, bob.email.toUpperCase(), mallory.email]) {
    const { id } = await alice.api.transactions.create.mutate(payment({ customerEmail: email }))
    receipts[email] = (await alice.api.refunds.ofPayment.query({ id })).receipt
    await refund(alice, id)
  }
  await app.idle()

  expect(receipts).toEqual({
    'ada@example.com': 'stranger',
    [alice.email]: 'stranger',
    [bob.email.toUpperCase()]: 'sent',
    [mallory.email]: 'stranger',
  })
  expect(sent.map(({ to }) => to.toLowerCase())).toEqual([bob.email])
  expect(sent[0]?.subject).toBe('[Test] Refund of $12.34 from Bar Centrale')
  expect(sent[0]?.text).toContain('\n\nThis is a test: no money has moved.\n\n')

  const { id } = await alice.api.transactions.create.mutate(payment({ customerEmail: bob.email }))
  await bob.api.team.leave.mutate({})
  await refund(alice, id)
  await app.idle()
  expect(sent).toHaveLength(1)
})

test('a merchant in test mode with external sign-in sends mail to the person who created the merchant', async () => {
  const { sent, mailer } = createMailbox()
  await using clerk = await startClerkStandIn()
  await using app = await testApp({ clerk, mailer })
  const alice = await app.person()
  const bob = await createTeamMember(app, alice)
  for (const customerEmail of [bob.email, alice.email]) {
    const { id } = await alice.api.transactions.create.mutate(payment({ customerEmail }))
    await refund(alice, id)
  }
  await app.idle()

  expect(sent.map(({ to }) => to)).toEqual([alice.email])
})

test('an erased customer gets no mail, and erasure deletes waiting and sent mails', async () => {
  const { sent, mailer } = createMailbox()
  await using app = await testApp({ mailer })
  const { live, pay } = await openLiveShop(app)
  const { id, customerId } = await pay()
  await refund(live, id, { amount: '1.00' })
  await app.idle()
  await refund(live, id, { amount: '1.09' })
  expect(await app.count('mails')).toBe(2)

  expect((await live.rest('DELETE', `/api/customers/${customerId}`)).status).toBe(204)
  await refund(live, id, { amount: '2.00' })
  await settleLateFailure(app)
  await app.idle()

  expect((await live.api.refunds.ofPayment.query({ id })).receipt).toBe('erased')
  expect(sent.map(({ subject }) => subject)).toEqual(['Refund of $1.00 from Bar Centrale'])
  expect(await app.count('mails')).toBe(0)
  expect(await ledgerFindings(app)).toEqual([])
})
