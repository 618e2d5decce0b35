import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { blame, blameEach, drill, type Tally, tally } from '../support/drill.ts'
import { keepAlive, type PlainAnswer, type RequestOptions } from '../support/keep-alive.ts'
import { type KillableOptions, killableServer } from '../support/killable-server.ts'
import { brokenInvariants } from '../support/ledger.ts'
import { type MailServer, mailServer } from '../support/mail-server.ts'
import { onboarding, payment } from '../support/make.ts'
import { openaiStandIn } from '../support/openai-stand-in.ts'
import { receiver } from '../support/receiver.ts'
import { Canaries } from '../support/secrets.ts'
import { storedBytes } from '../support/stored.ts'

type Ask = (asked: RequestOptions) => Promise<PlainAnswer>
type Walk = { ask: Ask; birds: Canaries; mails: MailServer; hook: string }

const json = ({ body }: PlainAnswer) => JSON.parse(body)
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns the cookies as a browser sends them, and registers their values as secrets. */
function sessionOf(answer: PlainAnswer, birds: Canaries): string {
  const lines = [answer.headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0] ?? '')
  for (const line of lines) {
    const value = decodeURIComponent(line.slice(line.indexOf('=') + 1))
    if (value.length > 20) birds.keep(`cookie ${line.split('=')[0]}`, value)
  }
  return lines.join('; ')
}

/** Signs up a new person by e-mail, resets the password and signs in. */
async function person({ ask, birds, mails }: Walk, name: string): Promise<string> {
  const email = birds.plantKept(`e-mail of ${name}`, (mark) => `${mark}@example.com`)
  const password = birds.plant(`password of ${name}`)
  const post = (path: string, body: object) =>
    ask({ method: 'POST', path: `/api/auth${path}`, body })
  await post('/sign-up/email', { email, password, name })
  const token = /token=([\w.-]+)/.exec(await mails.mailTo(email, 1))?.[1] ?? ''
  birds.keep(`link that confirms ${name}`, token)
  await ask({ path: `/api/auth/verify-email?token=${token}` })
  await post('/sign-in/email', { email, password: birds.plant(`wrong password of ${name}`) })
  await post('/request-password-reset', { email })
  const reset = /token=([\w-]+)/.exec(await mails.mailTo(email, 2))?.[1] ?? ''
  birds.keep(`link that resets for ${name}`, reset)
  const newPassword = birds.plant(`new password of ${name}`)
  await post('/reset-password', { token: reset, newPassword })
  await post('/reset-password', { token: birds.plant(`no link of ${name}`), newPassword })
  const signedIn = await post('/sign-in/email', { email, password: newPassword })
  if (signedIn.status !== 200) throw new Error(`${name} cannot sign in: ${signedIn.body}`)
  return sessionOf(signedIn, birds)
}

/** Enables two-factor authentication, and registers its secret and backup codes. */
async function secondStep({ ask, birds }: Walk, cookie: string): Promise<void> {
  const password = birds.all.findLast(({ name }) => name.startsWith('new password'))?.value
  const headers = { cookie }
  const path = '/api/auth/two-factor/enable'
  const { totpURI, backupCodes } = json(
    await ask({ method: 'POST', path, headers, body: { password } }),
  )
  birds.keep('second step', new URL(totpURI).searchParams.get('secret') ?? '')
  for (const code of backupCodes.slice(0, 4)) birds.keep('back-up code', code)
  const wrong = { password: birds.plant('wrong password for the second step') }
  await ask({ method: 'POST', path, headers, body: wrong })
}

/** Creates a merchant with API keys, an endpoint, invitations, customers and payments; some requests are wrong. */
async function merchant({ ask, birds, hook }: Walk, cookie: string): Promise<void> {
  const post = (path: string, body: object, more: Record<string, string> = {}) =>
    ask({ method: 'POST', path, body, headers: { cookie, ...more } })
  await post('/api/merchant/onboarding', onboarding())
  const key = json(await post('/api/api-keys', { name: 'Shop' }))
  birds.keep('API key', key.secret)
  const rotated = json(await post(`/api/api-keys/${key.id}/rotate`, { overlapDays: 1 }))
  birds.keep('rotated API key', rotated.secret)
  const [integration] = json(await ask({ path: '/api/integrations', headers: { cookie } }))
  const path = `/api/integrations/${integration.id}`
  const saved = await ask({ method: 'PUT', path, headers: { cookie }, body: { webhookUrl: hook } })
  birds.keep('signing secret', json(saved).secret)
  birds.keep('next signing secret', json(await post(`${path}/rotate-secret`, {})).secret)
  for (const role of ['staff', 'owner']) {
    const { link } = json(await post('/trpc/team.invite', { role })).result.data
    birds.keep(`invitation for ${role}`, String(link).split('#')[1] ?? '')
  }
  await post('/trpc/team.accept', { token: birds.plant('no invitation') })
  await post('/trpc/identity.confirm', { password: birds.plant('wrong password to confirm') })
  const authorization = `Bearer ${rotated.secret}`
  for (const odd of ['{"a":1}', "';--", '<b>', '%00'] as const) {
    const body = payment({
      customerName: birds.plantKept('name of a customer'),
      customerEmail: birds.plantKept('e-mail of a customer', (mark) => `${mark}@example.com`),
      description: birds.plantKept('description'),
    })
    const idempotencyKey = birds.plantKept('Idempotency-Key', (mark) => `${mark}${odd}`)
    const paid = await ask({
      method: 'POST',
      path: '/api/payments',
      headers: { authorization, 'idempotency-key': idempotencyKey },
      body,
    })
    if (paid.status !== 201) throw new Error(paid.body)
  }
  const search = birds.plant('search')
  await ask({ path: `/api/transactions?search=${search}`, headers: { authorization } })
  await ask({ path: `/api/customers?colour=${birds.plant('unknown query')}`, headers: { cookie } })
  await post('/api/openai/analyze', { prompt: birds.plant('prompt') })
}

/** Sends invalid credentials and malformed requests. */
async function refusals({ ask, birds }: Walk): Promise<void> {
  const bearer = [
    (mark: string) => `Bearer sk_test_${mark}`,
    (mark: string) => `Bearer sk_live_${mark}`,
    (mark: string) => `Bearer ${mark}`,
    (mark: string) => `Basic ${mark}`,
    (mark: string) => `Bearer ${mark} and more`,
  ].map((shape) => birds.plant('Authorization', shape))
  for (const authorization of bearer) {
    await ask({ path: '/api/transactions', headers: { authorization } })
    await ask({ path: '/metrics', headers: { authorization, 'x-forwarded-for': '192.0.2.1' } })
  }
  for (const name of ['incasso.session_token', '__Host-incasso.session_token', 'other']) {
    const cookie = `${name}=${birds.plant(`cookie ${name}`)}`
    await ask({ path: '/api/merchants', headers: { cookie } })
    await ask({ path: '/trpc/merchant.current', headers: { cookie } })
  }
  const sent = [
    { path: '/api/payments', text: `{"amount": "${birds.plant('body that is no JSON')}` },
    { path: '/trpc/transactions.create', text: `{"x": ${birds.plant('the same for tRPC')}` },
    {
      path: '/api/auth/sign-in/email',
      text: `{"password": "${birds.plant('the same for sign-in')}`,
    },
    { path: '/api/payments', text: `{"${birds.plant('long body')}": "${'x'.repeat(70_000)}"}` },
    { path: `/api/customers/sk_test_${birds.plant('key in a path')}`, text: '{}' },
    { path: `/api/customers?key=sk_live_${birds.plant('key in a query')}`, text: '{}' },
    { path: `/reset-password?token=${birds.plant('token in a query')}`, text: '{}' },
    {
      path: '/api/payments',
      text: '[]',
      headers: { 'idempotency-key': birds.plant('bad key', (mark) => `${mark} x`) },
    },
  ]
  for (const each of sent) await ask({ method: 'POST', ...each })
}

/** Starts servers with wrong settings that contain secrets, and returns their output. */
async function badStarts(birds: Canaries): Promise<string> {
  const wrong: Record<string, string>[] = [
    { DATABASE_URL: `postgres://user:${birds.plant('database password')}@127.0.0.1:1/none` },
    { DATABASE_URL: `mysql://user:${birds.plant('password of another database')}@127.0.0.1/x` },
    { CLERK_SECRET_KEY: birds.plant('Clerk key'), CLERK_PUBLISHABLE_KEY: 'pk_test_wrong' },
    { SECRET_KEY: birds.plant('short secret key') },
    { METRICS_TOKEN: birds.plant('short token', (mark) => mark.slice(0, 15)) },
    { SMTP_URL: `smpt://user:${birds.plant('password of a wrong mail server')}@127.0.0.1` },
    { OPENAI_API_KEY: birds.plant('model key in two words', (mark) => `${mark} x`) },
  ]
  const said = wrong.map(async (settings) => {
    const environment = {
      PATH: process.env.PATH,
      PORT: '0',
      SECRET_KEY: randomBytes(32).toString('base64'),
      ...settings,
    }
    const child = spawn(process.execPath, ['dist/server/server.js'], {
      cwd: root,
      env: environment,
    })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    const [code] = await once(child, 'close')
    const text = Buffer.concat(chunks).toString('utf8')
    if (code !== 1 || text === '') throw new Error(`started with ${Object.keys(settings)}: ${text}`)
    return text
  })
  return (await Promise.all(said)).join('\n')
}

const settings = (birds: Canaries, mails: MailServer) => {
  const keys = ['secret key', 'former secret key'].map((name) => {
    const value = randomBytes(32).toString('base64')
    birds.keep(name, value)
    return value
  })
  return {
    LOG_LEVEL: 'debug',
    SECRET_KEY: keys.join(','),
    METRICS_TOKEN: birds.plant('token for metrics'),
    SMTP_URL: `smtp://incasso:${birds.plant('mail password')}@127.0.0.1:${mails.port}`,
    MAIL_FROM: 'Incasso <pay@example.com>',
    OPENAI_API_KEY: birds.plant('model key'),
    GOOGLE_CLIENT_ID: 'incasso',
    GOOGLE_CLIENT_SECRET: birds.plant('Google secret'),
    GOOGLE_ISSUER: 'http://127.0.0.1:1',
  }
}

async function walk(options: KillableOptions, isBrief = false): Promise<Tally> {
  const found = tally()
  const birds = new Canaries()
  await using mails = await mailServer()
  await using model = await openaiStandIn()
  await using endpoint = await receiver()
  await using server = await killableServer(
    { ...model.environment, ...settings(birds, mails) },
    options,
  )
  using client = keepAlive(server.url, 4)
  const refused: string[] = []
  const ask: Ask = async (asked) => {
    const answer = await client.ask(asked)
    if (answer.status >= 400) refused.push(answer.body)
    if (answer.status >= 500 && !asked.path.startsWith('/api/auth/sign-in/oauth2')) {
      blame(found, 'crashed', `${answer.status} to ${asked.path}: ${answer.body.slice(0, 200)}`)
    }
    return answer
  }
  const scene: Walk = { ask, birds, mails, hook: endpoint.url }
  const cookie = await person(scene, 'Ada')
  await merchant(scene, cookie)
  await secondStep(scene, cookie)
  const google = { providerId: 'google', callbackURL: '/' }
  await ask({ method: 'POST', path: '/api/auth/sign-in/oauth2', body: google })
  model.behave(401)
  await refusals(scene)
  const starts = isBrief ? '' : await badStarts(birds)

  const open = storedBytes(server.databaseUrl).toString('latin1')
  await server.stop()
  const stored = open + storedBytes(server.databaseUrl).toString('latin1')
  const places: [string, string[]][] = [
    ['the log', birds.foundIn(server.output())],
    ['what a start says that fails', birds.foundIn(starts)],
    ['an answer that refuses', birds.foundIn(refused.join('\n'))],
    ['the database', birds.foundIn(stored, { isStore: true })],
  ]
  const broken = await brokenInvariants(server.databaseUrl)
  found.tried = birds.all.length
  for (const [where, names] of places) {
    for (const name of names) blame(found, 'leaked', `${name} in ${where}`)
  }
  blameEach(found, 'crashed', broken)
  return found
}

drill({
  row: 'canaries',
  what: 'secrets and personal data sent through every door, and looked for in logs, refusals and the database',
  quick: 60,
  full: 60,
  only: 'sqlite',
  run: () => walk({}),
  selfTest: () => walk({ fault: 'log-bodies' }, true),
})
