import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OpenDatabase } from '#db/database.ts'
import type { Config } from '#server/config/config.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Identity } from '#server/core/ports/identity.ts'
import { secretBox } from '#server/core/secrets/secret-box.ts'
import { signingSecret } from '#server/core/secrets/secret-key.ts'
import { verbs } from '#server/ops/verbs.ts'
import { createEmbeddedIdentity } from '#server/services/identity/embedded/embedded.ts'
import { MailWorker } from '#server/services/mail/mail-worker.ts'
import { queueMail } from '#server/services/mail/queue-mail.ts'
import { activeSecrets } from '#server/services/outbox/signing-secrets.ts'
import { createEndpoint } from '../support/endpoints.ts'
import { operatingGuide, shellBlocks } from '../support/guide.ts'
import { operatorShell } from '../support/operator-shell.ts'
import { createInbox } from '../support/sign-in.ts'
import { PASSWORD, type TestApp, testApp } from '../support/test-app.ts'
import { totp } from '../support/totp.ts'

const [former, newest] = [Buffer.alloc(32, 7), Buffer.alloc(32, 9)]
const STEP_MS = 30_000

// The identity library reads the real clock, so the test sets it to the app's time.
let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'incasso-rotate-'))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-10T12:00:00.000Z') })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns the identity of a server with these keys in SECRET_KEY, newest first. */
const identityWith = (app: TestApp, masters: Buffer[]): Identity => {
  const [secret = '', ...formerSecrets] = masters.map(signingSecret)
  const { config, log, now } = app.world
  return createEmbeddedIdentity({ ...app.database, config, log, now, secret, formerSecrets })
}

const operator = (app: TestApp, masters: Buffer[]): Ctx => ({
  ...app.world,
  config: { ...app.world.config, secretKeys: masters } satisfies Config,
  secretBox: secretBox(masters),
  actor: { type: 'system', job: 'ops' },
  requestId: 'ops',
  address: null,
})

async function run(ctx: Ctx, name: string) {
  const lines: string[] = []
  const code = await verbs[name]?.run(ctx, [], (line) => lines.push(line))
  return { code, lines }
}

const post = async (
  { app, identity }: { app: TestApp; identity: Identity },
  path: string,
  { body, cookie = '' }: { body: object; cookie?: string },
) => {
  const response = await identity.handle?.(
    new Request(`http://127.0.0.1:3000/api/auth${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: app.world.config.appUrl,
        cookie,
      },
      body: JSON.stringify(body),
    }),
    { ...app.world, address: null, requestId: 'req' },
  )
  const cookies = response?.headers.getSetCookie().map((line) => line.split(';')[0]) ?? []
  return { status: response?.status, cookie: cookies.join('; '), json: await response?.json() }
}

/** Creates a person with a second step and two signing secrets, all sealed with the former key. */
async function createSecrets(app: TestApp) {
  const ada = await app.person()
  const [integration] = await ada.api.integrations.list.query()
  const id = integration?.id ?? ''
  await ada.api.integrations.rotateSecret.mutate({ id })
  await ada.api.integrations.rotateSecret.mutate({ id })
  const identity = identityWith(app, [former])
  const signedIn = await post({ app, identity }, '/sign-in/email', {
    body: { email: ada.email, password: PASSWORD },
  })
  const { cookie } = signedIn
  const enableResponse = await post({ app, identity }, '/two-factor/enable', {
    body: { password: PASSWORD },
    cookie,
  })
  const { totpURI, backupCodes } = enableResponse.json
  const code = totp(totpURI, app.clock.now())
  const verifyResponse = await post({ app, identity }, '/two-factor/verify-totp', {
    body: { code },
    cookie,
  })
  expect(verifyResponse.status).toBe(200)
  app.clock.advance(STEP_MS)
  vi.setSystemTime(app.clock.now())
  return { ada, totpURI: String(totpURI), backupCodes: backupCodes as string[] }
}

const integrationRow = ({ db }: Pick<OpenDatabase, 'db'>) =>
  db.selectFrom('integrations').selectAll().executeTakeFirstOrThrow()

/** Signs in with the password, then with a code of the app or a recovery code. Returns the status. */
async function signInStatus(app: TestApp, masters: Buffer[], email: string, second: object) {
  const identity = identityWith(app, masters)
  const body = { email, password: PASSWORD }
  const { cookie } = await post({ app, identity }, '/sign-in/email', { body })
  const path = 'code' in second && String(second.code).includes('-') ? 'backup-code' : 'totp'
  return (await post({ app, identity }, `/two-factor/verify-${path}`, { body: second, cookie }))
    .status
}

test('every secret opens without the former key after a rotation', async () => {
  await using app = await testApp()
  const { ada, totpURI, backupCodes } = await createSecrets(app)
  const before = activeSecrets(secretBox([former]), await integrationRow(app), app.clock.now())
  expect(before).toHaveLength(2)

  const shell = operatorShell(folder, {
    DATABASE_URL: app.world.config.databaseUrl,
    SECRET_KEY: [newest, former].map((key) => key.toString('base64')).join(','),
  })
  const [rotate = ''] = shellBlocks(operatingGuide, 'Changing SECRET_KEY')

  const checkRun = await run(operator(app, [newest, former]), 'check')
  const rotated = await shell(rotate)
  const again = await run(operator(app, [newest, former]), 'rotate-secrets')
  const checked = await run(operator(app, [newest]), 'check')

  expect(checkRun.code).toBe(0)
  expect(checkRun.lines.join('\n')).toContain('! 4 stored secrets are sealed with a former key')
  expect(rotated).toEqual({ code: 0, output: '4 sealed anew, 0 were already, 0 do not open\n' })
  expect(again).toEqual({ code: 0, lines: ['0 sealed anew, 4 were already, 0 do not open'] })
  expect(checked.lines.join('\n')).not.toContain('!')
  const after = activeSecrets(secretBox([newest]), await integrationRow(app), app.clock.now())
  expect(after).toEqual(before)
  const code = totp(totpURI, app.clock.now())
  expect(await signInStatus(app, [newest], ada.email, { code })).toBe(200)
  expect(await signInStatus(app, [newest], ada.email, { code: backupCodes[3] })).toBe(200)
})

test('waiting mails are encrypted again too, and open afterwards', async () => {
  const mailbox = createInbox()
  await using app = await testApp({ mailer: mailbox })
  const letter = { subject: 'Ciao', text: 'in words', html: '<p>in letters</p>' }
  const draft = {
    kind: 'reset',
    to: 'a@example.com',
    language: 'it',
    letter,
    merchantId: null,
  } as const
  await queueMail(app.world, draft)
  await queueMail(app.world, draft)
  await app.idle()
  for (let i = 0; i < 3; i++) await queueMail(app.world, draft)

  const checkRun = await run(operator(app, [newest, former]), 'check')
  const rotated = await run(operator(app, [newest, former]), 'rotate-secrets')
  const world = { ...app.world, secretBox: secretBox([newest]) }
  const worker = new MailWorker({ world, mailer: mailbox, random: () => 0.5 })
  await worker.takeDue()
  await worker.idle()

  expect(checkRun.lines.join('\n')).toContain('! 6 stored secrets are sealed with a former key')
  expect(rotated.lines).toEqual(['6 sealed anew, 0 were already, 0 do not open'])
  expect(mailbox.mails).toHaveLength(5)
  expect(mailbox.mails[4]).toMatchObject(letter)
})

test('secrets of the former key do not open without a rotation, and the check reports them', async () => {
  await using app = await testApp()
  await createSecrets(app)
  const before = await integrationRow(app)

  const checked = await run(operator(app, [newest]), 'check')
  const rotated = await run(operator(app, [newest]), 'rotate-secrets')

  expect(checked.lines.join('\n')).toContain('! 4 stored secrets are sealed with a key that is not')
  expect(rotated.code).toBe(1)
  expect(rotated.lines.at(-1)).toBe('0 sealed anew, 0 were already, 4 do not open')
  expect(await integrationRow(app)).toEqual(before)
})

test('a tampered secret is named and left unchanged, and the rest is rotated', async () => {
  await using app = await testApp()
  const { ada } = await createSecrets(app)
  const { secret, previousSecret } = await integrationRow(app)
  expect(previousSecret).toMatch(/^v1\./)
  const flipBit = (text: string) =>
    `${text.slice(0, -3)}${text.at(-3) === 'A' ? 'B' : 'A'}${text.slice(-2)}`
  await app.db
    .updateTable('integrations')
    .set({ previousSecret: flipBit(previousSecret ?? '') })
    .execute()
  const twoFactor = await app.db.selectFrom('authTwoFactors').selectAll().executeTakeFirstOrThrow()
  await app.db
    .updateTable('authTwoFactors')
    .set({ backupCodes: `${twoFactor.backupCodes.slice(0, -2)}zz` })
    .execute()

  const { code, lines } = await run(operator(app, [newest, former]), 'rotate-secrets')

  expect(code).toBe(1)
  expect(lines).toHaveLength(3)
  expect(lines[0]).toContain(`✗ integrations.previousSecret of ${ada.merchant.id}, int_`)
  expect(lines[1]).toContain(`✗ auth_two_factors.backupCodes of ${twoFactor.id}`)
  expect(lines[2]).toBe('2 sealed anew, 0 were already, 2 do not open')
  const row = await integrationRow(app)
  expect(row.previousSecret).toBe(flipBit(previousSecret ?? ''))
  expect(row.secret).not.toBe(secret)
  expect(lines.join('\n')).not.toContain('whsec_')
})

test('a secret that its owner replaces meanwhile stays as the owner set it', async () => {
  await using app = await testApp()
  await createSecrets(app)
  const { readSealedSecrets } = await import('#server/ops/sealed.ts')
  const ctx = operator(app, [newest, former])
  const pages = readSealedSecrets(ctx)
  const { value } = await pages.next()
  const read = value?.[0]
  await app.db.updateTable('integrations').set({ secret: 'made meanwhile' }).execute()

  const replaced = await read?.replace(app.db, 'from before')

  expect(replaced).toBe(false)
  expect((await integrationRow(app)).secret).toBe('made meanwhile')
  await pages.return(undefined)
})

test('the secrets of further webhook endpoints open without the former key after a rotation', async () => {
  await using app = await testApp()
  const ada = await app.person()
  const { id, secret } = await createEndpoint(ada, 'https://shop.example.com/hooks')
  const { secret: rotated } = (
    await ada.rest('POST', `/api/webhook-endpoints/${id}/rotate-secret`, {})
  ).json()

  const { code } = await run(operator(app, [newest, former]), 'rotate-secrets')

  const row = await app.db.selectFrom('webhookEndpoints').selectAll().executeTakeFirstOrThrow()
  expect(code).toBe(0)
  expect(activeSecrets(secretBox([newest]), row, app.clock.now())).toEqual([rotated, secret])
})

test('sessions are signed with the first key alone, as the guide documents', async () => {
  await using app = await testApp()
  const { email } = await app.person()
  const identity = identityWith(app, [former])
  const body = { email, password: PASSWORD }
  const { cookie } = await post({ app, identity }, '/sign-in/email', { body })
  const headers = new Headers({ cookie })

  const before = await identity.authenticate({ headers })
  const after = await identityWith(app, [newest, former]).authenticate({ headers })

  expect(before?.user.email).toBe(email)
  expect(after).toBeUndefined()
})
