import { expect, test, vi } from 'vitest'
import { createMailer, createSmtpMailer } from '#server/services/mail/mailer.ts'
import { startMailServer } from '../support/mail-server.ts'
import { postAuth } from '../support/sign-in.ts'
import { testApp } from '../support/test-app.ts'

const from = 'Incasso <pay@example.com>'
const mail = {
  id: 'mal_1',
  to: 'ann@example.com',
  subject: 'Perché no',
  text: 'È andata: 12,50 €\nCiao',
}

/** Returns the text of a mail without its transfer encoding. */
const readable = (source: string): string => {
  const [, body = ''] = source.split(/\r\n\r\n(.*)/s)
  const joined = body.replace(/=\r\n/g, '')
  const isBase64 = /content-transfer-encoding: base64/i.test(source)
  if (isBase64) return Buffer.from(body, 'base64').toString('utf8')
  const bytes = joined.replace(/=([0-9A-F]{2})/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

test('a mail arrives as plain text, with its sender and its accented letters', async () => {
  await using server = await startMailServer()

  await createSmtpMailer({ url: server.url, from }).send(mail)

  const [receivedMail] = server.taken
  expect(receivedMail).toMatchObject({ from: 'pay@example.com', to: ['ann@example.com'] })
  expect(receivedMail?.source).toMatch(/^From: Incasso <pay@example\.com>\r$/m)
  expect(receivedMail?.source).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m)
  expect(readable(receivedMail?.source ?? '').trim()).toBe('È andata: 12,50 €\r\nCiao')
})

test('the URL of the mail server may hold a name and a password', async () => {
  await using server = await startMailServer({
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username }) : done(new Error('no')),
  })
  const url = (password: string) => `smtp://ann:${password}@127.0.0.1:${server.port}`

  await createSmtpMailer({ url: url('right'), from }).send(mail)
  const refused = createSmtpMailer({ url: url('wrong'), from }).send(mail)

  await expect(refused).rejects.toThrow(/did not take a mail \(login 535\)/)
  expect(server.taken.map(({ user }) => user)).toEqual(['ann'])
})

test('a mail has one recipient, despite injected recipients', async () => {
  await using server = await startMailServer()
  const mailer = createSmtpMailer({ url: server.url, from })

  await mailer
    .send({ ...mail, to: 'ann@example.com, eve@evil.example\r\nBcc: eve@evil.example' })
    .catch(() => {})
  await mailer.send({ ...mail, subject: 'Ciao\r\nBcc: eve@evil.example' })

  expect(server.taken.flatMap(({ to }) => to)).not.toContain('eve@evil.example')
  expect(server.taken.at(-1)?.source).not.toMatch(/^Bcc:/m)
})

test('a server with an untrusted certificate gets no mail', async () => {
  // The mail server warns about its built-in certificate, whose key is public. This test needs that certificate.
  const warned = vi.spyOn(console, 'error').mockImplementation(() => {})
  await using server = await startMailServer({ disabledCommands: [] })

  await expect(createSmtpMailer({ url: server.url, from }).send(mail)).rejects.toThrow(
    /did not take/,
  )

  expect(server.taken).toEqual([])
  warned.mockReset()
})

test('a password-reset mail reaches its owner through the server', async () => {
  await using server = await startMailServer()
  const environment = { SMTP_URL: server.url, MAIL_FROM: from }
  const mailer = createSmtpMailer({ url: server.url, from })
  await using app = await testApp({ environment, mailer })
  await postAuth(app, {
    path: '/sign-up/email',
    body: { email: 'ann@example.com', password: 'correct horse battery', name: 'Ann' },
  })
  await app.idle()

  await postAuth(app, { path: '/request-password-reset', body: { email: 'ann@example.com' } })
  await app.idle()

  expect(server.taken).toHaveLength(2)
  const body = readable(server.taken[1]?.source ?? '')
  expect(body).toMatch(/http:\/\/127\.0\.0\.1:3000\/reset-password\?token=[\w-]+\r\n/)
  expect(body).toContain('Vale per un’ora')
})

test.each([
  [
    'down',
    ['connection', 'a mail was not sent and will be tried again'],
    async () => {
      const server = await startMailServer()
      await server[Symbol.asyncDispose]()
      return server
    },
  ],
  [
    'refusing everybody',
    ['refused 550', 'a mail was given up'],
    () =>
      startMailServer({ onRcptTo: ({ address }, _s, done) => done(new Error(`no ${address}`)) }),
  ],
])(
  'responses stay the same while the server is %s, and the log reports it',
  async (_, [reason, logMessage], startServer) => {
    await using server = await startServer()
    await using app = await testApp({ mailer: createSmtpMailer({ url: server.url, from }) })
    const alice = await app.person()
    const requestReset = (email: string) =>
      postAuth(app, { path: '/request-password-reset', body: { email } })

    const [knownResponse, unknownResponse] = [
      await requestReset(alice.email),
      await requestReset('nobody@example.com'),
    ]
    await app.idle()

    expect([knownResponse.status, knownResponse.body]).toEqual([
      unknownResponse.status,
      unknownResponse.body,
    ])
    expect(knownResponse.status).toBe(200)
    const warnings = app.logs.filter(({ msg }) => String(msg).startsWith('a mail was'))
    expect(warnings).toMatchObject([
      { level: 40, kind: 'reset', attempts: 1, reason, msg: logMessage },
    ])
    expect(JSON.stringify(warnings)).not.toContain(alice.email)
  },
)

test('mail without a server is printed in development and nowhere else', async () => {
  const printed: string[] = []
  const print = (line: string) => printed.push(line)
  const none = { smtp: undefined }

  await createMailer({ ...none, environment: 'development' }, print)?.send(mail)

  expect(printed.join('')).toContain('Mail to ann@example.com: Perché no')
  expect(printed.join('')).toContain('È andata: 12,50 €')
  expect(createMailer({ ...none, environment: 'production' }, print)).toBeUndefined()
  expect(createMailer({ ...none, environment: 'staging' }, print)).toBeUndefined()
})
