import { expect } from 'vitest'
import { failingReceivers } from './bad-receivers.ts'
import { type Behaviour, startClerkStandIn } from './clerk-stand-in.ts'
import { createKeepAliveClient, type PlainResponse, type RequestOptions } from './keep-alive.ts'
import { type KillableOptions, startKillableServer } from './killable-server.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { onboarding } from './make.ts'
import { type ModelBehaviour, startOpenaiStandIn } from './openai-stand-in.ts'
import { startReceiver } from './receiver.ts'
import { signUp } from './sign-up.ts'

/** Payments that are made while an external service works, or fails. */
export type ServiceState = {
  /** API key of the merchant whose payments are made. */
  secret: string
  begin?: () => void
  /** Returns a request that makes the server call the service, in addition to the payments. */
  buildRequest?: () => RequestOptions | Promise<RequestOptions>
  /** Returns true when the response is acceptable. Without this function, every response is. */
  isExpectedResponse?: (response: PlainResponse) => boolean
  /** The service never responds, so the drill does not wait for it either. */
  hangs?: boolean
}

/**
 * A way in which an external service fails, with the payments beside a working (`healthy`) and a failing service
 * (`failing`).
 */
export type DependencyTrouble = {
  kind: string
  url: string
  healthy: ServiceState
  failing: ServiceState
}

/** A server, the external service that it calls, and the ways in which this service fails. */
export type DependencyStage = AsyncDisposable & {
  service: string
  databaseUrl: string
  troubles: DependencyTrouble[]
  stop: () => Promise<void>
}

const isOk = ({ status }: PlainResponse) => status === 200

const models: Record<string, ModelBehaviour> = {
  hangs: 'hanging',
  'stops in its answer': 'stalling',
  'answers garbage': 'garbled',
  'answers 429': 429,
  'answers 500': 500,
  resets: 'cut',
}

const isUnavailable = ({ status, body }: PlainResponse): boolean =>
  status === 503 && JSON.parse(body).code === 'unavailable'

/** Starts a server whose language model fails in several ways. */
export async function createModelStage(options: KillableOptions): Promise<DependencyStage> {
  const openai = await startOpenaiStandIn()
  const server = await startKillableServer(openai.environment, options)
  const { secret, cookie } = await signUp(server.url)
  const buildRequest = (): RequestOptions => ({
    method: 'POST',
    path: '/api/openai/analyze',
    headers: { cookie, origin: server.url },
    body: { prompt: 'How is it going?' },
  })
  const troubles = Object.entries(models).map(([name, behaviour]) => ({
    kind: `a model that ${name}`,
    url: server.url,
    healthy: { secret, buildRequest, isExpectedResponse: isOk, begin: () => openai.behave('well') },
    failing: {
      secret,
      buildRequest,
      isExpectedResponse: isUnavailable,
      hangs: name === 'hangs' || name === 'stops in its answer',
      begin: () => openai.behave(behaviour),
    },
  }))
  return createStage('model', server, troubles, [openai])
}

const receivers = [
  'never answers',
  'resets after the request',
  'refuses connections',
  'answers 500',
  'drips its headers',
]

/**
 * Starts a server with one merchant per endpoint, so that failed deliveries cannot affect another merchant's payments.
 */
export async function createWebhookStage(
  options: KillableOptions,
  kinds = receivers,
): Promise<DependencyStage> {
  const server = await startKillableServer({}, options)
  const healthyReceiver = await startReceiver()
  const badReceivers = await Promise.all(kinds.map((kind) => failingReceivers[kind]?.start(0)))
  const createMerchant = async (name: string, webhookUrl: string) => {
    const { secret, cookie } = await signUp(server.url, `${name.replaceAll(' ', '-')}@example.com`)
    using client = createKeepAliveClient(server.url, 1)
    const headers = { cookie, origin: server.url }
    const list = await client.send({ path: '/api/integrations', headers })
    const [{ id }] = JSON.parse(list.body)
    const path = `/api/integrations/${id}`
    const set = await client.send({ method: 'PUT', path, headers, body: { webhookUrl } })
    expect(set.status, set.body).toBe(200)
    return { secret }
  }
  const healthy = await createMerchant('well', healthyReceiver.url)
  const troubles: DependencyTrouble[] = []
  for (const [at, kind] of kinds.entries()) {
    const failing = await createMerchant(kind, String(badReceivers[at]?.url))
    troubles.push({ kind: `an endpoint that ${kind}`, url: server.url, healthy, failing })
  }
  return createStage('webhooks', server, troubles, [
    healthyReceiver,
    ...badReceivers.filter((each) => each !== undefined),
  ])
}

/** Starts a mail server that accepts mails, hangs before its greeting, or refuses clients. */
async function startUnreliableMailServer() {
  let behaviour: 'well' | 'hanging' | 'refusing' = 'well'
  const server = await startMailServer({
    onConnect: (_session, done) => {
      if (behaviour === 'well') done()
      else if (behaviour === 'refusing') done(new Error('not now'))
    },
  })
  return {
    ...server,
    behave: (how: typeof behaviour) => {
      behaviour = how
    },
  }
}

const signUpBody = (email: string) => ({ email, password: 'correct horse battery', name: 'Owner' })

/**
 * Signs up a merchant's owner where e-mail addresses need confirmation, by the link in the mail. Returns an API key.
 */
async function signUpConfirmedOwner(url: string, mail: MailServer): Promise<string> {
  using client = createKeepAliveClient(url, 1)
  const post = (path: string, body: object, cookie = '') =>
    client.send({ method: 'POST', path, headers: { cookie, origin: url }, body })
  await post('/api/auth/sign-up/email', signUpBody('owner@example.com'))
  const text = await mail.mailTo('owner@example.com')
  const link = /\/api\/auth\/verify-email\?\S+/.exec(text)?.[0] ?? ''
  const confirmed = await client.send({ path: link })
  const cookies = [confirmed.headers['set-cookie'] ?? []].flat()
  const cookie = cookies.map((each) => each.split(';')[0]).join('; ')
  await post('/api/merchant/onboarding', onboarding(), cookie)
  const key = await post('/api/api-keys', { name: 'Shop' }, cookie)
  expect(key.status, key.body).toBe(201)
  return JSON.parse(key.body).secret
}

/** Starts a server whose mail server fails in several ways. */
export async function createMailStage(options: KillableOptions): Promise<DependencyStage> {
  const mail = await startUnreliableMailServer()
  const server = await startKillableServer(
    { ...mail.environment, TRUST_PROXY: '127.0.0.1' },
    options,
  )
  const secret = await signUpConfirmedOwner(server.url, mail)
  let personCount = 0
  const buildRequest = (): RequestOptions => {
    personCount += 1
    const from = `10.${personCount >> 16}.${(personCount >> 8) & 255}.${personCount & 255}`
    return {
      method: 'POST',
      path: '/api/auth/sign-up/email',
      // A new IP address for each person, because sign-ups per IP address are limited.
      headers: { origin: server.url, 'x-forwarded-for': from },
      body: signUpBody(`person${personCount}@example.com`),
    }
  }
  const stateFor = (how: 'well' | 'hanging' | 'refusing'): ServiceState => ({
    secret,
    buildRequest,
    isExpectedResponse: isOk,
    begin: () => mail.behave(how),
  })
  const troubles = (['hanging', 'refusing'] as const).map((how) => ({
    kind: `a mail server that is ${how}`,
    url: server.url,
    healthy: stateFor('well'),
    failing: stateFor(how),
  }))
  return createStage('mail', server, troubles, [mail])
}

/** Starts a server whose sign-in provider, Clerk, fails in several ways. */
export async function createClerkStage(options: KillableOptions): Promise<DependencyStage> {
  const clerk = await startClerkStandIn()
  const server = await startKillableServer(
    { ...clerk.environment(), CLERK_AUTHORIZED_PARTIES: 'http://shop.test' },
    options,
  )
  const bearer = async (id: string) => {
    const claims = clerk.claims(id, { atMs: Date.now(), azp: 'http://shop.test', lifeS: 4 * 3600 })
    return `Bearer ${await clerk.signToken(claims)}`
  }
  using client = createKeepAliveClient(server.url, 1)
  clerk.addUser({ id: 'user_owner', emails: ['owner@example.com'] })
  const headers = { authorization: await bearer('user_owner') }
  const post = (path: string, body: object) => client.send({ method: 'POST', path, headers, body })
  await post('/api/merchant/onboarding', onboarding())
  const key = await post('/api/api-keys', { name: 'Shop' })
  expect(key.status, key.body).toBe(201)
  const { secret } = JSON.parse(key.body)
  let userCount = 0
  // Each request is from a person whom the server does not know yet, so the server calls Clerk.
  const buildRequest = async (): Promise<RequestOptions> => {
    const id = `user_${userCount++}`
    clerk.addUser({ id, emails: [`${id}@example.com`] })
    return { path: '/trpc/identity.current', headers: { authorization: await bearer(id) } }
  }
  const stateFor = (how: Behaviour): ServiceState => ({
    secret,
    buildRequest,
    isExpectedResponse: ({ status, body }) =>
      how === 'well' ? status === 200 && body.includes('"id"') : status === 200 || status === 503,
    hangs: how === 'hanging',
    begin: () => clerk.behave(how),
  })
  const troubles = (['hanging', 'failing', 'cut', 'garbled'] as const).map((how) => ({
    kind: `Clerk, ${how}`,
    url: server.url,
    healthy: stateFor('well'),
    failing: stateFor(how),
  }))
  return createStage('Clerk', server, troubles, [clerk])
}

type RunningServer = Awaited<ReturnType<typeof startKillableServer>>

const createStage = (
  service: string,
  server: RunningServer,
  troubles: DependencyTrouble[],
  standIns: AsyncDisposable[],
): DependencyStage => ({
  service,
  databaseUrl: server.databaseUrl,
  troubles,
  stop: server.stop,
  [Symbol.asyncDispose]: async () => {
    await server[Symbol.asyncDispose]()
    for (const each of standIns) await each[Symbol.asyncDispose]()
  },
})
