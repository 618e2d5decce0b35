import { expect, test } from 'vitest'
import type { Mail } from '#server/core/ports/mailer.ts'
import { MailWorker } from '#server/services/mail/mail-worker.ts'
import { createPrintingMailer } from '#server/services/mail/mailer.ts'
import { queueMail } from '#server/services/mail/queue-mail.ts'
import { quotedName } from '#server/shared/text/quoted-name.ts'
import { testClock } from '../support/clock.ts'
import { freshDatabase } from '../support/database.ts'
import { createDelayedMailer } from '../support/delayed-mailer.ts'
import { createLiveShop } from '../support/link-shop.ts'
import { createLink, pay } from '../support/pay-page.ts'
import { postAuth } from '../support/sign-in.ts'
import { startStripeStandIn } from '../support/stripe/stripe-stand-in.ts'
import { connectStripe } from '../support/stripe-shop.ts'
import { type Person, type TestApp, type TestAppOptions, testApp } from '../support/test-app.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

function createMailbox() {
  const sent: Mail[] = []
  return { sent, mailer: { send: async (mail: Mail) => void sent.push(mail) } }
}

const WITH_LIMITS = { RATE_LIMITS: 'on' }

const limitedApp = (options: TestAppOptions = {}) =>
  testApp({ ...options, environment: { ...WITH_LIMITS, ...options.environment } })

/** Invites a person and revokes the invitation as soon as the mail is sent. */
async function inviteAgain(app: TestApp, person: Person, email: string): Promise<string> {
  const { id, delivery } = await person.api.team.invite.mutate({ role: 'staff', email })
  await app.idle()
  await person.api.team.revokeInvitation.mutate({ id })
  return delivery
}

const only = <T>(value: T, times: number): T[] => Array<T>(times).fill(value)

test('a mailbox gets three invitations an hour and six a day, in any spelling', async () => {
  const { sent, mailer } = createMailbox()
  await using app = await limitedApp({ mailer })
  const alice = await app.person()
  const spellings = ['bob@example.com', 'BOB@example.com', 'bob+1@example.com', 'Bob+x@example.com']

  const first = []
  for (let i = 0; i < 8; i++) first.push(await inviteAgain(app, alice, spellings[i % 4] ?? ''))
  app.clock.advance(HOUR_MS)
  await alice.signIn()
  const second = []
  for (let i = 0; i < 4; i++) second.push(await inviteAgain(app, alice, 'bob@example.com'))
  app.clock.advance(HOUR_MS)
  await alice.signIn()
  const third = await inviteAgain(app, alice, 'bob@example.com')

  expect(first).toEqual([...only('queued', 3), ...only('limited', 5)])
  expect(second).toEqual([...only('queued', 3), 'limited'])
  await app.idle()
  expect(third).toBe('limited')
  expect(sent).toHaveLength(6)
})

test('several businesses together mail a mailbox no more often, from any process', async () => {
  const { sent, mailer } = createMailbox()
  const fresh = await freshDatabase()
  const one = await limitedApp({ mailer, fresh })
  const two = await limitedApp({ mailer, fresh })
  const [alice, carol] = [await one.person(), await one.person()]
  const secondProcess = { ...carol, api: carol.api }

  // A business invites an e-mail address only once; these addresses all belong to one mailbox.
  const responses = await Promise.all(
    [alice, secondProcess, alice, secondProcess, alice].map(({ api }, at) =>
      api.team.invite.mutate({ role: 'staff', email: `bob+${at}@example.com` }),
    ),
  )
  const other = await two.rest({
    method: 'POST',
    url: '/trpc/team.invite',
    headers: { cookie: carol.cookie, 'content-type': 'application/json' },
    payload: JSON.stringify({ role: 'staff', email: 'bob@example.com' }),
  })

  await one.idle()
  expect(responses.filter(({ delivery }) => delivery === 'queued')).toHaveLength(3)
  expect(other.json().result.data.delivery).toBe('limited')
  expect(sent).toHaveLength(3)
  for (const app of [one, two]) await app[Symbol.asyncDispose]()
  await fresh.remove()
})

test('a business mails twenty invitations an hour; the links of further ones still work', async () => {
  const { sent, mailer } = createMailbox()
  await using app = await limitedApp({ mailer })
  const [alice, carol] = [await app.person(), await app.person()]

  const deliveries = []
  for (let i = 0; i < 22; i++) {
    deliveries.push(
      (await alice.api.team.invite.mutate({ role: 'staff', email: `p${i}@example.com` })).delivery,
    )
  }

  await app.idle()
  expect(deliveries).toEqual([...only('queued', 20), ...only('limited', 2)])
  expect((await alice.api.team.list.query()).invitations).toHaveLength(22)
  expect(await inviteAgain(app, carol, 'dora@example.com')).toBe('queued')
  expect(sent).toHaveLength(21)
})

test('the subject holds no text of the sender, and the body quotes the name without its links', async () => {
  const { sent, mailer } = createMailbox()
  await using app = await limitedApp({ mailer })
  const alice = await app.person()
  const businessName = `Win a prize» at https://evil.example/x or evil.com, call 1.2.3.4 ${'now '.repeat(30)}`
  await alice.rest('PATCH', '/api/merchant/profile', { businessName })

  await alice.api.team.invite.mutate({ role: 'staff', email: 'bob@example.com' })

  await app.idle()
  const [mail] = sent
  expect(mail?.subject).toBe('Sei stato invitato a lavorare su Incasso')
  expect(mail?.text).toContain('«Win a prize at https evil. example x or evil. com, call 1.…»')
  const links = mail?.text.match(/\S*(?:\/\/|www\.|\p{L}\.\p{L}{2,})\S*/gu)
  expect(links).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/join#/)])
})

test.each([
  ['Bar Centrale', 'Bar Centrale'],
  ['Rossi S.r.l.', 'Rossi S.r.l.'],
  ['L’Angolo & Figli', 'L’Angolo & Figli'],
  ['ｈｔｔｐ：／／ｅｖｉｌ．ｃｏｍ', 'http evil. com'],
  ['evil。com', 'evil. com'],
  ['me@evil.example', 'me evil. example'],
  ['a\u202Emoc.live', 'a moc. live'],
  ['x'.repeat(200), `${'x'.repeat(59)}…`],
  ['😀'.repeat(61), `${'😀'.repeat(59)}…`],
])('a mail quotes %j as %j', (name, quoted) => {
  expect(quotedName(name)).toBe(quoted)
})

test('the response reports to the owner that no mail was sent without a mail server', async () => {
  const printed: string[] = []
  await using app = await testApp({ mailer: createPrintingMailer((text) => printed.push(text)) })
  const alice = await app.person()

  const invited = await alice.api.team.invite.mutate({ role: 'staff', email: 'bob@example.com' })

  await app.idle()
  expect(invited.delivery).toBe('printed')
  expect(printed.join()).toContain(invited.link)
})

test('repeated sign-ins with another person’s e-mail address mail it five times an hour', async () => {
  const { sent, mailer } = createMailbox()
  await using app = await limitedApp({
    mailer,
    environment: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Incasso <pay@example.com>' },
  })
  const credentials = { email: 'victim@example.com', password: 'correct horse battery' }
  await postAuth(app, { path: '/sign-up/email', body: { ...credentials, name: 'Eve' } })
  await app.idle()

  for (let i = 0; i < 12; i++) {
    await postAuth(app, { path: '/sign-in/email', body: credentials })
    await app.idle()
    app.clock.advance(MINUTE_MS)
  }

  expect(sent.map(({ to }) => to)).toEqual(only('victim@example.com', 5))
  app.clock.advance(HOUR_MS)
  await postAuth(app, { path: '/sign-in/email', body: credentials })
  await app.idle()
  expect(sent).toHaveLength(6)
})

test('password resets with other spellings of one mailbox mail it five times an hour', async () => {
  const { sent, mailer } = createMailbox()
  await using app = await limitedApp({ mailer })
  for (let i = 0; i < 8; i++) {
    const email = `victim+${i}@example.com`
    await postAuth(app, {
      path: '/sign-up/email',
      body: { email, password: 'correct horse battery', name: 'Eve' },
    })
    await postAuth(app, { path: '/request-password-reset', body: { email } })
    app.clock.advance(MINUTE_MS)
  }

  await app.idle()

  expect(sent.filter(({ subject }) => subject === 'Scegli una nuova password')).toHaveLength(5)
})

/** Creates a link in live mode, for a customer with that e-mail address. */
async function createLinkFor(live: Person, email: string) {
  const customer = { name: 'Bo', email }
  const found = (await live.rest('GET', `/api/customers?search=${email}`)).json()[0]
  const { id } = found ?? (await live.rest('POST', '/api/customers', customer)).json()
  return createLink(live, { customerId: id })
}

const sendLink = async (live: Person, { id }: { id: string }) =>
  live.api.paymentLinks.send.mutate({ id }).then(
    ({ mailing }) => mailing as string,
    (error: { data?: { code: string } }) => error.data?.code,
  )

test('a mailbox gets five payment requests an hour, from all businesses together', async () => {
  const { sent, mailer } = createMailbox()
  await using app = await limitedApp({ mailer })
  const [alice, carol] = [await createLiveShop(app), await createLiveShop(app)]

  const responses = []
  for (let at = 0; at < 8; at++) {
    const live = at % 2 === 0 ? alice : carol
    responses.push(await sendLink(live, await createLinkFor(live, 'bo@example.com')))
  }
  const other = await sendLink(alice, await createLinkFor(alice, 'dora@example.com'))
  await app.idle()

  expect(responses).toEqual([...only('sent', 5), ...only('limit', 3)])
  expect(other).toBe('sent')
  const requestMails = sent.filter(({ to }) => to === 'bo@example.com')
  expect(requestMails).toHaveLength(5)
  // Refused mails leave no row.
  expect(await app.count('mails')).toBe(sent.length)
  app.clock.advance(HOUR_MS)
  await alice.signIn()
  expect(await sendLink(alice, await createLinkFor(alice, 'bo@example.com'))).toBe('sent')
})

test('the subject holds no text of a business before a processor has verified it', async () => {
  const { sent, mailer } = createMailbox()
  await using stripe = await startStripeStandIn(testClock().now())
  await using app = await limitedApp({ mailer, environment: { STRIPE_API_URL: stripe.url } })
  const alice = await createLiveShop(app)
  await alice.rest('PATCH', '/api/merchant/profile', { businessName: 'Win a prize' })
  const link = await createLinkFor(alice, 'bo@example.com')

  await sendLink(alice, link)
  await pay(app, link.path, { method: 'bank', email: 'bo@example.com' })
  const [payment] = (await alice.api.transactions.list.query({})).data
  await alice.rest('PUT', `/api/transactions/${payment?.id}`, { status: 'success' })
  await app.idle()
  const before = sent.filter(({ to }) => to === 'bo@example.com').map(({ subject }) => subject)
  await connectStripe(alice, stripe.addAccount({ isLive: true }))
  await sendLink(alice, await createLinkFor(alice, 'bo@example.com'))
  await app.idle()

  expect(before).toEqual(['Richiesta di pagamento', expect.stringMatching(/^Receipt of a payment/)])
  expect(sent.at(-1)?.subject).toBe('Richiesta di pagamento da Win a prize')
  expect(sent.at(-1)?.text).toContain('Win a prize')
})

test('a sign-in mail leaves before hundreds of a business, and businesses alternate', async () => {
  const { sent, mailer, completeSends } = createDelayedMailer()
  await using app = await testApp()
  const people = [await app.person(), await app.person(), await app.person()]
  const draft = (merchantId: string | null, to: string) => ({
    kind: 'payment_request' as const,
    to,
    language: 'en' as const,
    letter: { subject: 'A', text: 'B' },
    merchantId,
  })
  const [busy = '', calm = '', quiet = ''] = people.map(({ merchant }) => merchant.id)
  for (let at = 0; at < 300; at++) await queueMail(app.world, draft(busy, `p${at}@example.com`))
  const worker = new MailWorker({ world: app.world, mailer, random: () => 0.5 })
  const sending = worker.sendDue(new AbortController().signal)
  await expect.poll(() => sent.length).toBe(15)
  for (const id of [calm, quiet]) await queueMail(app.world, draft(id, `${id}@example.com`))
  await queueMail(app.world, draft(null, 'visitor@example.com'))

  // Mails that hang use three quarters of the parallel sends, so a visitor's mail waits for none of them.
  await expect.poll(() => sent.map(({ to }) => to)).toContain('visitor@example.com')
  expect(sent).toHaveLength(16)
  completeSends()
  await expect.poll(() => sent.length).toBeGreaterThan(30)
  const second = sent.slice(16, 32).map(({ to }) => to)

  expect(second).toEqual(
    expect.arrayContaining([`${calm}@example.com`, `${quiet}@example.com`, 'p15@example.com']),
  )
  while (sent.length < 303) {
    completeSends()
    await new Promise((resolve) => setImmediate(resolve))
  }
  completeSends()
  await sending
  await worker.idle()
  expect(new Set(sent.map(({ id }) => id)).size).toBe(303)
})

test('a mailbox gets ten receipts an hour; further receipts are sent later', async () => {
  const { sent, mailer } = createMailbox()
  await using app = await limitedApp({ mailer })
  const live = await createLiveShop(app)
  for (let at = 0; at < 12; at++) {
    await queueMail(app.world, {
      kind: 'payment_receipt',
      to: at % 2 === 0 ? 'bo@example.com' : 'BO+x@example.com',
      language: 'en',
      letter: { subject: `Receipt ${at}`, text: 'B' },
      merchantId: live.merchant.id,
      objectId: `txn_${at}`,
    })
  }

  await app.idle()
  const first = sent.length
  const waiting = await app.db
    .selectFrom('mails')
    .select(['status', 'lastError'])
    .where('status', '=', 'waiting')
    .execute()
  app.clock.advance(HOUR_MS)
  await app.idle()

  expect(first).toBe(10)
  expect(waiting).toEqual(only({ status: 'waiting', lastError: 'limited' }, 2))
  expect(sent).toHaveLength(12)
})
