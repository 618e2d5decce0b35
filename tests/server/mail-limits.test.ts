import { expect, test } from 'vitest'
import type { Mail } from '#server/core/mailer.ts'
import { printingMailer } from '#server/services/mail/mailer.ts'
import { quotedName } from '#server/shared/quoted-name.ts'
import { freshDatabase } from '../support/database.ts'
import { postAuth } from '../support/sign-in.ts'
import { type Person, type TestApp, type TestAppOptions, testApp } from '../support/test-app.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

function postbox() {
  const sent: Mail[] = []
  return { sent, mailer: { send: async (mail: Mail) => void sent.push(mail) } }
}

const counting = { RATE_LIMITS: 'on' }

const limitedApp = (options: TestAppOptions = {}) =>
  testApp({ ...options, environment: { ...counting, ...options.environment } })

/** Invites and takes it back, as soon as the mail is out. */
async function pester(app: TestApp, person: Person, email: string): Promise<string> {
  const { id, delivery } = await person.api.team.invite.mutate({ role: 'staff', email })
  await app.idle()
  await person.api.team.revokeInvitation.mutate({ id })
  return delivery
}

const only = <T>(value: T, times: number): T[] => Array<T>(times).fill(value)

test('one mailbox is invited three times an hour and six times a day, however it is written', async () => {
  const { sent, mailer } = postbox()
  await using app = await limitedApp({ mailer })
  const alice = await app.person()
  const spellings = ['bob@example.com', 'BOB@example.com', 'bob+1@example.com', 'Bob+x@example.com']

  const first = []
  for (let i = 0; i < 8; i++) first.push(await pester(app, alice, spellings[i % 4] ?? ''))
  app.clock.advance(HOUR_MS)
  await alice.signIn()
  const second = []
  for (let i = 0; i < 4; i++) second.push(await pester(app, alice, 'bob@example.com'))
  app.clock.advance(HOUR_MS)
  await alice.signIn()
  const third = await pester(app, alice, 'bob@example.com')

  expect(first).toEqual([...only('queued', 3), ...only('limited', 5)])
  expect(second).toEqual([...only('queued', 3), 'limited'])
  await app.idle()
  expect(third).toBe('limited')
  expect(sent).toHaveLength(6)
})

test('several businesses together mail one mailbox no more often, in whichever process', async () => {
  const { sent, mailer } = postbox()
  const fresh = await freshDatabase()
  const one = await limitedApp({ mailer, fresh })
  const two = await limitedApp({ mailer, fresh })
  const [alice, carol] = [await one.person(), await one.person()]
  const elsewhere = { ...carol, api: carol.api }

  const answers = await Promise.all(
    [alice, elsewhere, alice, elsewhere, alice].map(({ api }) =>
      api.team.invite.mutate({ role: 'staff', email: 'bob@example.com' }),
    ),
  )
  const other = await two.rest({
    method: 'POST',
    url: '/trpc/team.invite',
    headers: { cookie: carol.cookie, 'content-type': 'application/json' },
    payload: JSON.stringify({ role: 'staff', email: 'bob@example.com' }),
  })

  await one.idle()
  expect(answers.filter(({ delivery }) => delivery === 'queued')).toHaveLength(3)
  expect(other.json().result.data.delivery).toBe('limited')
  expect(sent).toHaveLength(3)
  for (const app of [one, two]) await app[Symbol.asyncDispose]()
  await fresh.remove()
})

test('one business mails twenty invitations an hour; the links of the others still work', async () => {
  const { sent, mailer } = postbox()
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
  expect(await pester(app, carol, 'dora@example.com')).toBe('queued')
  expect(sent).toHaveLength(21)
})

test('the subject holds no word of the sender, and the text quotes the name without its links', async () => {
  const { sent, mailer } = postbox()
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

test('without a mail server the owner is told that nothing was mailed', async () => {
  const printed: string[] = []
  await using app = await testApp({ mailer: printingMailer((text) => printed.push(text)) })
  const alice = await app.person()

  const invited = await alice.api.team.invite.mutate({ role: 'staff', email: 'bob@example.com' })

  await app.idle()
  expect(invited.delivery).toBe('printed')
  expect(printed.join()).toContain(invited.link)
})

test('signing in again and again with an address that is not one’s own mails it five times an hour', async () => {
  const { sent, mailer } = postbox()
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

test('asking for a new password by other spellings of one mailbox mails it five times an hour', async () => {
  const { sent, mailer } = postbox()
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
