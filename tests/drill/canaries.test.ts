import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { blame, blameEach, drill, type Tally, tally } from '../support/drill.ts'
import {
  createKeepAliveClient,
  type PlainResponse,
  type RequestOptions,
} from '../support/keep-alive.ts'
import { type KillableOptions, startKillableServer } from '../support/killable-server.ts'
import { findBrokenInvariants } from '../support/ledger.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { onboarding, payment } from '../support/make.ts'
import { startOpenaiStandIn } from '../support/openai-stand-in.ts'
import { startReceiver } from '../support/receiver.ts'
import { Canaries } from '../support/secrets.ts'
import { storedBytes } from '../support/stored.ts'

type SendRequest = (request: RequestOptions) => Promise<PlainResponse>
type CanaryContext = { send: SendRequest; birds: Canaries; mails: MailServer; hook: string }

const parseBody = ({ body }: PlainResponse) => JSON.parse(body)
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns the cookies as a browser sends them, and registers their values as secrets. */
function cookiesOf(response: PlainResponse, canaries: Canaries): string {
  const lines = [response.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';')[0] ?? '')
  for (const line of lines) {
    const value = decodeURIComponent(line.slice(line.indexOf('=') + 1))
    if (value.length > 20) canaries.keep(`cookie ${line.split('=')[0]}`, value)
  }
  return lines.join('; ')
}

/** Signs up a new person by e-mail, resets the password and signs in. */
async function createPerson(
  { send, birds: canaries, mails }: CanaryContext,
  name: string,
): Promise<string> {
  const email = canaries.plantKept(`e-mail of ${name}`, (mark) => `${mark}@example.com`)
  const password = canaries.plant(`password of ${name}`)
  const post = (path: string, body: object) =>
    send({ method: 'POST', path: `/api/auth${path}`, body })
  await post('/sign-up/email', { email, password, name })
  const token = /token=([\w.-]+)/.exec(await mails.mailTo(email, 1))?.[1] ?? ''
  canaries.keep(`link that confirms ${name}`, token)
  await send({ path: `/api/auth/verify-email?token=${token}` })
  await post('/sign-in/email', { email, password: canaries.plant(`wrong password of ${name}`) })
  await post('/request-password-reset', { email })
  const reset = /token=([\w-]+)/.exec(await mails.mailTo(email, 2))?.[1] ?? ''
  canaries.keep(`link that resets for ${name}`, reset)
  const newPassword = canaries.plant(`new password of ${name}`)
  await post('/reset-password', { token: reset, newPassword })
  await post('/reset-password', { token: canaries.plant(`no link of ${name}`), newPassword })
  const signedIn = await post('/sign-in/email', { email, password: newPassword })
  if (signedIn.status !== 200) throw new Error(`${name} cannot sign in: ${signedIn.body}`)
  return cookiesOf(signedIn, canaries)
}

/** Enables two-factor authentication, and registers its secret and backup codes. */
async function enableSecondFactor(
  { send, birds: canaries }: CanaryContext,
  cookie: string,
): Promise<void> {
  const password = canaries.all.findLast(({ name }) => name.startsWith('new password'))?.value
  const headers = { cookie }
  const path = '/api/auth/two-factor/enable'
  const { totpURI, backupCodes } = parseBody(
    await send({ method: 'POST', path, headers, body: { password } }),
  )
  canaries.keep('second step', new URL(totpURI).searchParams.get('secret') ?? '')
  for (const code of backupCodes.slice(0, 4)) canaries.keep('back-up code', code)
  const wrong = { password: canaries.plant('wrong password for the second step') }
  await send({ method: 'POST', path, headers, body: wrong })
}

/** Creates a merchant with API keys, an endpoint, invitations, customers and payments; some requests are wrong. */
async function createMerchant(
  { send, birds: canaries, hook }: CanaryContext,
  cookie: string,
): Promise<void> {
  const post = (path: string, body: object, more: Record<string, string> = {}) =>
    send({ method: 'POST', path, body, headers: { cookie, ...more } })
  await post('/api/merchant/onboarding', onboarding())
  const key = parseBody(await post('/api/api-keys', { name: 'Shop' }))
  canaries.keep('API key', key.secret)
  const rotated = parseBody(await post(`/api/api-keys/${key.id}/rotate`, { overlapDays: 1 }))
  canaries.keep('rotated API key', rotated.secret)
  const [integration] = parseBody(await send({ path: '/api/integrations', headers: { cookie } }))
  const path = `/api/integrations/${integration.id}`
  const saved = await send({ method: 'PUT', path, headers: { cookie }, body: { webhookUrl: hook } })
  canaries.keep('signing secret', parseBody(saved).secret)
  canaries.keep('next signing secret', parseBody(await post(`${path}/rotate-secret`, {})).secret)
  for (const role of ['staff', 'owner']) {
    const { link } = parseBody(await post('/trpc/team.invite', { role })).result.data
    canaries.keep(`invitation for ${role}`, String(link).split('#')[1] ?? '')
  }
  await post('/trpc/team.accept', { token: canaries.plant('no invitation') })
  await post('/trpc/identity.confirm', { password: canaries.plant('wrong password to confirm') })
  const authorization = `Bearer ${rotated.secret}`
  for (const suffix of ['{"a":1}', "';--", '<b>', '%00'] as const) {
    const body = payment({
      customerName: canaries.plantKept('name of a customer'),
      customerEmail: canaries.plantKept('e-mail of a customer', (mark) => `${mark}@example.com`),
      description: canaries.plantKept('description'),
    })
    const idempotencyKey = canaries.plantKept('Idempotency-Key', (mark) => `${mark}${suffix}`)
    const paid = await send({
      method: 'POST',
      path: '/api/payments',
      headers: { authorization, 'idempotency-key': idempotencyKey },
      body,
    })
    if (paid.status !== 201) throw new Error(paid.body)
  }
  const search = canaries.plant('search')
  await send({ path: `/api/transactions?search=${search}`, headers: { authorization } })
  await send({
    path: `/api/customers?colour=${canaries.plant('unknown query')}`,
    headers: { cookie },
  })
  await post('/api/openai/analyze', { prompt: canaries.plant('prompt') })
}

/** Sends invalid credentials and malformed requests. */
async function sendInvalidRequests({ send, birds: canaries }: CanaryContext): Promise<void> {
  const bearer = [
    (mark: string) => `Bearer sk_test_${mark}`,
    (mark: string) => `Bearer sk_live_${mark}`,
    (mark: string) => `Bearer ${mark}`,
    (mark: string) => `Basic ${mark}`,
    (mark: string) => `Bearer ${mark} and more`,
  ].map((shape) => canaries.plant('Authorization', shape))
  for (const authorization of bearer) {
    await send({ path: '/api/transactions', headers: { authorization } })
    await send({ path: '/metrics', headers: { authorization, 'x-forwarded-for': '192.0.2.1' } })
  }
  for (const name of ['incasso.session_token', '__Host-incasso.session_token', 'other']) {
    const cookie = `${name}=${canaries.plant(`cookie ${name}`)}`
    await send({ path: '/api/merchants', headers: { cookie } })
    await send({ path: '/trpc/merchant.current', headers: { cookie } })
  }
  const requests = [
    { path: '/api/payments', text: `{"amount": "${canaries.plant('body that is not JSON')}` },
    { path: '/trpc/transactions.create', text: `{"x": ${canaries.plant('the same for tRPC')}` },
    {
      path: '/api/auth/sign-in/email',
      text: `{"password": "${canaries.plant('the same for sign-in')}`,
    },
    { path: '/api/payments', text: `{"${canaries.plant('long body')}": "${'x'.repeat(70_000)}"}` },
    { path: `/api/customers/sk_test_${canaries.plant('key in a path')}`, text: '{}' },
    { path: `/api/customers?key=sk_live_${canaries.plant('key in a query')}`, text: '{}' },
    { path: `/reset-password?token=${canaries.plant('token in a query')}`, text: '{}' },
    {
      path: '/api/payments',
      text: '[]',
      headers: { 'idempotency-key': canaries.plant('bad key', (mark) => `${mark} x`) },
    },
  ]
  for (const each of requests) await send({ method: 'POST', ...each })
}

/** Starts servers with wrong settings that contain secrets, and returns their output. */
async function startWithBadSettings(canaries: Canaries): Promise<string> {
  const wrong: Record<string, string>[] = [
    { DATABASE_URL: `postgres://user:${canaries.plant('database password')}@127.0.0.1:1/none` },
    { DATABASE_URL: `mysql://user:${canaries.plant('password of another database')}@127.0.0.1/x` },
    { CLERK_SECRET_KEY: canaries.plant('Clerk key'), CLERK_PUBLISHABLE_KEY: 'pk_test_wrong' },
    { SECRET_KEY: canaries.plant('short secret key') },
    { METRICS_TOKEN: canaries.plant('short token', (mark) => mark.slice(0, 15)) },
    { SMTP_URL: `smpt://user:${canaries.plant('password of a wrong mail server')}@127.0.0.1` },
    { OPENAI_API_KEY: canaries.plant('model key in two words', (mark) => `${mark} x`) },
  ]
  const outputs = wrong.map(async (settings) => {
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
  return (await Promise.all(outputs)).join('\n')
}

const settings = (canaries: Canaries, mails: MailServer) => {
  const keys = ['secret key', 'former secret key'].map((name) => {
    const value = randomBytes(32).toString('base64')
    canaries.keep(name, value)
    return value
  })
  return {
    LOG_LEVEL: 'debug',
    SECRET_KEY: keys.join(','),
    METRICS_TOKEN: canaries.plant('token for metrics'),
    SMTP_URL: `smtp://incasso:${canaries.plant('mail password')}@127.0.0.1:${mails.port}`,
    MAIL_FROM: 'Incasso <pay@example.com>',
    OPENAI_API_KEY: canaries.plant('model key'),
    GOOGLE_CLIENT_ID: 'incasso',
    GOOGLE_CLIENT_SECRET: canaries.plant('Google secret'),
    GOOGLE_ISSUER: 'http://127.0.0.1:1',
  }
}

async function sendCanaries(options: KillableOptions, isBrief = false): Promise<Tally> {
  const found = tally()
  const canaries = new Canaries()
  await using mails = await startMailServer()
  await using model = await startOpenaiStandIn()
  await using endpoint = await startReceiver()
  await using server = await startKillableServer(
    { ...model.environment, ...settings(canaries, mails) },
    options,
  )
  using client = createKeepAliveClient(server.url, 4)
  const refused: string[] = []
  const send: SendRequest = async (request) => {
    const response = await client.send(request)
    if (response.status >= 400) refused.push(response.body)
    if (response.status >= 500 && !request.path.startsWith('/api/auth/sign-in/oauth2')) {
      blame(
        found,
        'crashed',
        `${response.status} to ${request.path}: ${response.body.slice(0, 200)}`,
      )
    }
    return response
  }
  const context: CanaryContext = { send, birds: canaries, mails, hook: endpoint.url }
  const cookie = await createPerson(context, 'Ada')
  await createMerchant(context, cookie)
  await enableSecondFactor(context, cookie)
  const google = { providerId: 'google', callbackURL: '/' }
  await send({ method: 'POST', path: '/api/auth/sign-in/oauth2', body: google })
  model.behave(401)
  await sendInvalidRequests(context)
  const startOutput = isBrief ? '' : await startWithBadSettings(canaries)

  const bytesWhileOpen = storedBytes(server.databaseUrl).toString('latin1')
  await server.stop()
  const stored = bytesWhileOpen + storedBytes(server.databaseUrl).toString('latin1')
  const findings: [string, string[]][] = [
    ['the log', canaries.foundIn(server.output())],
    ['what a start says that fails', canaries.foundIn(startOutput)],
    ['an answer that refuses', canaries.foundIn(refused.join('\n'))],
    ['the database', canaries.foundIn(stored, { isStore: true })],
  ]
  const broken = await findBrokenInvariants(server.databaseUrl)
  found.tried = canaries.all.length
  for (const [where, names] of findings) {
    for (const name of names) blame(found, 'leaked', `${name} in ${where}`)
  }
  blameEach(found, 'crashed', broken)
  return found
}

drill({
  row: 'canaries',
  what: 'secrets and personal data sent through both APIs and every form, and looked for in logs, refusals and the database',
  quick: 60,
  full: 60,
  only: 'sqlite',
  run: () => sendCanaries({}),
  selfTest: () => sendCanaries({ fault: 'log-bodies' }, true),
})
