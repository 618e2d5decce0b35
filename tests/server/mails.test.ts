import { expect, test } from 'vitest'
import type { MailRow } from '#db/tables/mail-tables.ts'
import { inTransaction } from '#server/core/context.ts'
import { type Mail, type MailDraft, MailError, type Mailer } from '#server/core/ports/mailer.ts'
import { lockMerchantRow } from '#server/features/merchants/merchants.queries.ts'
import { runLedgerCheck } from '#server/ops/check/ledger-check.ts'
import { MAIL_LEASE_MS, MailWorker } from '#server/services/mail/mail-worker.ts'
import { createSmtpMailer } from '#server/services/mail/mailer.ts'
import { pruneMails } from '#server/services/mail/prune-mails.ts'
import { queueMail } from '#server/services/mail/queue-mail.ts'
import { dialect, freshDatabase } from '../support/database.ts'
import { createDelayedMailer } from '../support/delayed-mailer.ts'
import { startMailServer } from '../support/mail-server.ts'
import { payment } from '../support/make.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const from = 'Incasso <pay@example.com>'

const draft = (more: Partial<MailDraft> = {}): MailDraft => ({
  kind: 'reset',
  to: 'ann@example.com',
  language: 'it',
  letter: { subject: 'Ciao', text: 'https://pay.example/reset?token=secret' },
  merchantId: null,
  ...more,
})

/** Sends every mail until `state.failure` is set. */
function createMailbox() {
  const sent: Mail[] = []
  const state: { failure?: MailError } = {}
  const mailer: Mailer = {
    send: async (mail) => {
      if (state.failure) throw state.failure
      sent.push(mail)
    },
  }
  return { sent, state, mailer }
}

const workerOf = ({ world }: TestApp, mailer: Mailer, attemptMs?: number) =>
  new MailWorker({ world, mailer, random: () => 0.5, ...(attemptMs && { attemptMs }) })

async function run(worker: MailWorker): Promise<void> {
  await worker.sendDue(new AbortController().signal)
  await worker.idle()
}

const rowsOf = ({ db }: TestApp): Promise<MailRow[]> =>
  db.selectFrom('mails').selectAll().orderBy('id').execute()

const onlyRow = async (app: TestApp) => (await rowsOf(app))[0]

test('a queued mail is sent once, and its text is deleted', async () => {
  await using server = await startMailServer()
  await using app = await testApp()
  const worker = workerOf(app, createSmtpMailer({ url: server.url, from }))
  const letter = { subject: 'Ciao', text: 'In parole', html: '<p>In <b>lettere</b></p>' }
  await queueMail(app.world, draft({ letter }))
  const waiting = await onlyRow(app)

  await run(worker)
  await run(worker)

  expect(waiting).toMatchObject({ status: 'waiting', recipient: 'ann@example.com', attempts: 0 })
  expect(server.taken).toHaveLength(1)
  const [{ source = '' } = {}] = server.taken
  expect(source).toMatch(new RegExp(`^Message-ID: <${waiting?.id}@example\\.com>\\r$`, 'm'))
  expect(source).toMatch(/^Content-Type: multipart\/alternative;/m)
  expect(source).toContain('In parole')
  expect(source).toContain('<p>In <b>lettere</b></p>')
  expect(await onlyRow(app)).toMatchObject({
    status: 'sent',
    attempts: 1,
    sentAt: '2026-03-10T12:00:00.000Z',
    text: null,
    html: null,
    nextAttemptAt: null,
    leasedUntil: null,
    lastError: null,
  })
  expect((await runLedgerCheck(app.world)).findings).toEqual([])
})

test('a copied database does not reveal the links of its queued mails', async () => {
  await using app = await testApp()

  const letter = { subject: 'Ciao', text: 'the text secret', html: 'the html secret' }
  await queueMail(app.world, draft({ letter }))

  const stored = JSON.stringify(await rowsOf(app))
  expect(stored).toContain('"text":"v1.')
  expect(stored).not.toContain('secret')
})

test('a transaction that rolls back leaves no mail, and wakes no worker', async () => {
  const wakeCalls: string[] = []
  await using app = await testApp()
  const world = { ...app.world, wakeMailWorker: () => void wakeCalls.push('woken') }
  const queueInTransaction = (fails: boolean) =>
    inTransaction(world, async (inner) => {
      await queueMail(inner, draft())
      expect(wakeCalls).toEqual([])
      if (fails) throw new Error('no')
    })

  await expect(queueInTransaction(true)).rejects.toThrow('no')
  const after = { rows: await app.count('mails'), woken: [...wakeCalls] }
  await queueInTransaction(false)

  expect(after).toEqual({ rows: 0, woken: [] })
  expect([await app.count('mails'), wakeCalls]).toEqual([1, ['woken']])
})

test('an object has only one mail of each kind, despite repeated clicks', async () => {
  await using app = await testApp()
  const [alice, carol] = [await app.person(), await app.person()]
  const about = (merchantId: string, objectId: string) =>
    inTransaction(app.world, (inner) =>
      queueMail(inner, draft({ kind: 'invitation', merchantId, objectId })),
    )

  const queued = await Promise.all([
    about(alice.merchant.id, 'inv_1'),
    about(alice.merchant.id, 'inv_1'),
    about(alice.merchant.id, 'inv_2'),
    about(carol.merchant.id, 'inv_1'),
  ])

  expect(queued.filter(Boolean)).toHaveLength(3)
  expect(await app.count('mails')).toBe(3)
})

test('a failing server is tried seven times, with growing pauses, and then no more', async () => {
  const { sent, state, mailer } = createMailbox()
  await using app = await testApp()
  const worker = workerOf(app, mailer)
  state.failure = new MailError('deferred 451')
  await queueMail(app.world, draft())

  const pauses: number[] = []
  for (let attempt = 1; attempt <= 6; attempt++) {
    await run(worker)
    const row = await onlyRow(app)
    expect(row).toMatchObject({ status: 'waiting', attempts: attempt, leasedUntil: null })
    const pauseMs = Date.parse(row?.nextAttemptAt ?? '') - app.clock.now()
    pauses.push(pauseMs)
    app.clock.advance(pauseMs - 1)
    await run(worker)
    expect((await onlyRow(app))?.attempts).toBe(attempt)
    app.clock.advance(1)
  }
  await run(worker)

  expect(pauses).toEqual([MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, DAY])
  expect(await onlyRow(app)).toMatchObject({
    status: 'failed',
    attempts: 7,
    lastError: 'deferred 451',
    text: null,
    nextAttemptAt: null,
  })
  expect(sent).toEqual([])
  expect((await runLedgerCheck(app.world)).findings).toEqual([])
})

test('waiting mails are sent once the server works again', async () => {
  const { sent, state, mailer } = createMailbox()
  await using app = await testApp()
  const worker = workerOf(app, mailer)
  state.failure = new MailError('connection')
  await queueMail(app.world, draft())
  await run(worker)

  delete state.failure
  app.clock.advance(MINUTE)
  await run(worker)

  expect(sent).toMatchObject([{ to: 'ann@example.com', text: draft().letter.text }])
  expect(await onlyRow(app)).toMatchObject({ status: 'sent', attempts: 2, lastError: null })
})

const refusing = (code: number) => (_: unknown, __: unknown, done: (error: Error) => void) =>
  done(Object.assign(new Error('nobody of that name: ann@example.com'), { responseCode: code }))

test.each([
  ['for good', { onRcptTo: refusing(550) }, 'failed', 'refused 550'],
  ['for now', { onRcptTo: refusing(451) }, 'waiting', 'refused 451'],
  ['its sender', { onMailFrom: refusing(553) }, 'failed', 'refused 553'],
])(
  'a refusal by the mail server (%s) is recorded with our own error code',
  async (_, options, status, word) => {
    await using server = await startMailServer(options)
    await using app = await testApp()
    await queueMail(app.world, draft())

    await run(workerOf(app, createSmtpMailer({ url: server.url, from })))

    expect(await onlyRow(app)).toMatchObject({ status, attempts: 1, lastError: word })
    expect(JSON.stringify(app.logs)).not.toContain('nobody of that name')
    expect((await runLedgerCheck(app.world)).findings).toEqual([])
  },
)

test('a wrong password of the mail server loses no mail', async () => {
  await using server = await startMailServer({
    onAuth: (_login, _session, done) => done(new Error('no')),
  })
  await using app = await testApp()
  await queueMail(app.world, draft())
  const url = `smtp://ann:wrong@127.0.0.1:${server.port}`

  await run(workerOf(app, createSmtpMailer({ url, from })))

  expect(await onlyRow(app)).toMatchObject({ status: 'waiting', lastError: 'login 535' })
})

test('a hanging recipient times out, and the other mails are sent meanwhile', async () => {
  await using server = await startMailServer({
    onRcptTo: ({ address }, _session, done) => {
      if (address !== 'slow@example.com') done()
    },
  })
  await using app = await testApp()
  const worker = workerOf(app, createSmtpMailer({ url: server.url, from }), 3000)
  await queueMail(app.world, draft({ to: 'slow@example.com' }))
  for (const to of ['a@example.com', 'b@example.com']) await queueMail(app.world, draft({ to }))

  expect(await worker.takeDue()).toBe(3)
  await expect.poll(() => server.taken.length, { timeout: 60_000 }).toBe(2)
  expect((await onlyRow(app))?.status).toBe('waiting')
  await worker.idle()

  const [slow, ...others] = await rowsOf(app)
  expect(slow).toMatchObject({ status: 'waiting', attempts: 1, lastError: 'timeout' })
  expect(slow?.leasedUntil).toBeNull()
  expect(others.map(({ status }) => status)).toEqual(['sent', 'sent'])
})

test('many mails are sent, at most twenty concurrently', async () => {
  const { sent, mailer, completeSends } = createDelayedMailer()
  await using app = await testApp()
  for (let i = 0; i < 50; i++) await queueMail(app.world, draft({ to: `p${i}@example.com` }))
  const worker = workerOf(app, mailer)

  const sending = run(worker)
  for (const count of [20, 40, 50]) {
    await expect.poll(() => sent.length, { timeout: 60_000 }).toBe(count)
    completeSends()
  }
  await sending

  expect(new Set(sent.map(({ to }) => to)).size).toBe(50)
})

test('a dead worker’s mails are taken over once their lease has expired', async () => {
  const { sent, mailer, completeSends } = createDelayedMailer()
  await using app = await testApp()
  await queueMail(app.world, draft())
  const [deadWorker, next] = [workerOf(app, mailer), workerOf(app, mailer)]

  const takenCounts = [await deadWorker.takeDue(), await next.takeDue()]
  app.clock.advance(MAIL_LEASE_MS - 1)
  takenCounts.push(await next.takeDue())
  app.clock.advance(1)
  takenCounts.push(await next.takeDue())

  expect(takenCounts).toEqual([1, 0, 0, 1])
  await expect.poll(() => sent.length).toBe(2)
  // The receiving server recognizes by this id that they are one mail.
  expect(sent[0]?.id).toBe(sent[1]?.id)
  completeSends()
  await Promise.all([deadWorker.idle(), next.idle()])
  expect(await onlyRow(app)).toMatchObject({ status: 'sent', attempts: 2 })
})

test('a restarted worker on SQLite releases its former leases at once', async () => {
  const { mailer, completeSends } = createDelayedMailer()
  await using app = await testApp()
  await queueMail(app.world, draft())
  const [deadWorker, next] = [workerOf(app, mailer), workerOf(app, mailer)]
  await deadWorker.takeDue()

  await next.recover()

  // On PostgreSQL the lease may belong to another process that still runs.
  expect(await next.takeDue()).toBe(dialect === 'sqlite' ? 1 : 0)
  completeSends()
  await Promise.all([deadWorker.idle(), next.idle()])
})

test('a late failure does not undo another worker’s success', async () => {
  let fail = (): void => undefined
  const late: Mailer = {
    send: () =>
      new Promise((_, reject) => {
        fail = () => reject(new MailError('connection'))
      }),
  }
  const { mailer } = createMailbox()
  await using app = await testApp()
  await queueMail(app.world, draft())
  const [slow, other] = [workerOf(app, late), workerOf(app, mailer)]

  await slow.takeDue()
  app.clock.advance(MAIL_LEASE_MS)
  await run(other)
  fail()
  await slow.idle()

  expect(await onlyRow(app)).toMatchObject({ status: 'sent', lastError: null })
})

test('workers of two processes on one database send each mail once', async () => {
  const fresh = await freshDatabase()
  await using _removed = { [Symbol.asyncDispose]: fresh.remove }
  const { sent, mailer } = createMailbox()
  await using one = await testApp({ fresh })
  await using two = await testApp({ fresh })
  for (let i = 0; i < 60; i++) await queueMail(one.world, draft({ to: `p${i}@example.com` }))

  await Promise.all([one, two, one, two].map((app) => run(workerOf(app, mailer))))

  expect(sent).toHaveLength(60)
  expect(new Set(sent.map(({ to }) => to)).size).toBe(60)
  const statuses = await one.db.selectFrom('mails').select('status').distinct().execute()
  expect(statuses).toEqual([{ status: 'sent' }])
})

test('a mail whose link has expired is not sent late', async () => {
  const { sent, state, mailer } = createMailbox()
  await using app = await testApp()
  const worker = workerOf(app, mailer)
  const notAfterMs = app.clock.now() + HOUR
  await queueMail(app.world, draft({ notAfterMs }))
  state.failure = new MailError('connection')
  for (const pause of [MINUTE, 5 * MINUTE, 30 * MINUTE]) {
    await run(worker)
    app.clock.advance(pause)
  }

  // The next attempt would be due two hours later.
  await run(worker)
  const finalRow = await onlyRow(app)
  await queueMail(app.world, draft({ notAfterMs }))
  delete state.failure
  app.clock.advance(HOUR)
  await run(worker)

  expect(finalRow).toMatchObject({ status: 'failed', attempts: 4, lastError: 'connection' })
  expect((await rowsOf(app))[1]).toMatchObject({ status: 'failed', lastError: 'expired' })
  expect(sent).toEqual([])
})

test('an undecryptable mail is retried later, and delays no other', async () => {
  const { sent, mailer } = createMailbox()
  await using app = await testApp()
  await queueMail(app.world, draft())
  await app.db.updateTable('mails').set({ text: 'v1.broken' }).execute()
  await queueMail(app.world, draft({ to: 'bob@example.com' }))

  await run(workerOf(app, mailer))

  expect(sent.map(({ to }) => to)).toEqual(['bob@example.com'])
  expect(await onlyRow(app)).toMatchObject({ status: 'waiting', lastError: 'unreadable' })
})

test('mails are kept for thirty days', async () => {
  const { mailer } = createMailbox()
  await using app = await testApp()
  for (let i = 0; i < 45; i++) await queueMail(app.world, draft())
  await run(workerOf(app, mailer))
  app.clock.advance(30 * DAY)
  await queueMail(app.world, draft())
  await pruneMails(app.world)
  const keptCount = await app.count('mails')

  app.clock.advance(1)
  await pruneMails(app.world)

  expect([keptCount, await app.count('mails')]).toEqual([46, 1])
})

test('an erased customer’s mails are deleted, sent or not, and none is queued', async () => {
  const { sent, mailer } = createMailbox()
  await using app = await testApp()
  const alice = await app.person()
  const paid = await alice.api.transactions.create.mutate(payment())
  const other = await alice.api.transactions.create.mutate(
    payment({ customerEmail: 'other@example.com' }),
  )
  const merchantId = alice.merchant.id
  const queueMailTo = ({ customerId }: { customerId: string }, objectId: string) =>
    inTransaction(app.world, async (inner) => {
      const { db, dialect: kind } = inner
      await lockMerchantRow(db, { dialect: kind, merchantId, hold: 'settings' })
      const about = { kind: 'invitation', merchantId, customerId, objectId } as const
      return queueMail(inner, draft(about))
    })
  await queueMailTo(paid, 'sent')
  await run(workerOf(app, mailer))
  for (let i = 0; i < 25; i++) await queueMailTo(paid, `waiting ${i}`)
  await queueMailTo(other, 'kept')

  await alice.rest('DELETE', `/api/customers/${paid.customerId}`)
  const late = await queueMailTo(paid, 'late')
  await run(workerOf(app, mailer))

  expect(late).toBe(false)
  expect(sent).toHaveLength(2)
  expect((await rowsOf(app)).map(({ objectId }) => objectId)).toEqual(['kept'])
  expect((await runLedgerCheck(app.world)).findings).toEqual([])
})
