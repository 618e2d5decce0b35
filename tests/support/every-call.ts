import { restRoutes } from '#server/http/rest.ts'
import { appRouter } from '#server/router.ts'
import type { KeepAlive } from './keep-alive.ts'
import { onboarding, payment } from './make.ts'
import { PASSWORD } from './sign-up.ts'

/** What a merchant has whose calls are tried. */
export type Owned = {
  email: string
  userId: string
  transaction: string
  customer: string
  key: string
  integration: string
  event: string
  session: string
  invitation: string
  token: string
}

/** One call as it is sent when nobody means harm. `input` goes into the body, or the query of a read. */
export type Call = {
  name: string
  door: 'trpc' | 'rest' | 'auth'
  method: string
  path: string
  input: Record<string, unknown>
}

type Inputs = Record<string, (owned: Owned) => Record<string, unknown>>

const evil = 'attacker@example.com'

/** An input with which each change would be made. */
const changes: Inputs = {
  'apiKeys.create': () => ({ name: 'Evil' }),
  'apiKeys.revoke': ({ key }) => ({ id: key }),
  'apiKeys.rotate': ({ key }) => ({ id: key }),
  'customers.create': () => ({ name: 'Evil', email: evil }),
  'customers.erase': ({ customer }) => ({ id: customer }),
  'customers.update': ({ customer }) => ({ id: customer, name: 'Evil' }),
  'demo.create': () => ({ timezone: 'UTC' }),
  'demo.remove': () => ({}),
  'identity.confirm': () => ({ password: PASSWORD }),
  'identity.endOtherSessions': () => ({}),
  'identity.endSession': ({ session }) => ({ sessionId: session }),
  'identity.rename': () => ({ firstName: 'Evil', lastName: 'Evil' }),
  'integrations.rotateSecret': ({ integration }) => ({ id: integration }),
  'integrations.test': ({ integration }) => ({ id: integration }),
  'integrations.update': ({ integration }) => ({ id: integration, webhookUrl: '' }),
  'merchant.onboard': () => onboarding(),
  'merchant.update': () => ({ businessName: 'Evil' }),
  'openai.analyze': () => ({ prompt: 'How did it go?' }),
  'team.accept': ({ token }) => ({ token }),
  'team.changeRole': ({ userId }) => ({ userId, role: 'staff' }),
  'team.invitation': ({ token }) => ({ token }),
  'team.invite': () => ({ role: 'owner', email: evil }),
  'team.leave': () => ({}),
  'team.remove': ({ userId }) => ({ userId }),
  'team.revokeInvitation': ({ invitation }) => ({ id: invitation }),
  'transactions.create': () => payment(),
  'transactions.updateStatus': ({ transaction }) => ({ id: transaction, status: 'failed' }),
  'webhooks.replay': ({ event }) => ({ id: event }),
  'webhooks.replayMany': () => ({ dryRun: false, status: 'success' }),
  'webhooks.test': () => ({ eventType: 'payment.failed' }),
}

const reads: Inputs = {
  'customers.get': ({ customer }) => ({ id: customer }),
  'transactions.get': ({ transaction }) => ({ id: transaction }),
  'webhooks.get': ({ event }) => ({ id: event }),
}

/** The sign-in's own calls that change something. */
const ofSignIn: Inputs = {
  'sign-up/email': () => ({ email: evil, password: PASSWORD, name: 'Evil' }),
  'sign-in/email': ({ email }) => ({ email, password: PASSWORD }),
  'sign-in/oauth2': () => ({ providerId: 'google' }),
  'sign-out': () => ({}),
  'change-password': () => ({
    currentPassword: PASSWORD,
    newPassword: 'attackers battery staple',
    revokeOtherSessions: true,
  }),
  'request-password-reset': ({ email }) => ({ email }),
  'reset-password': ({ token }) => ({ token, newPassword: 'attackers battery staple' }),
  'send-verification-email': ({ email }) => ({ email }),
  'two-factor/enable': () => ({ password: PASSWORD }),
  'two-factor/disable': () => ({ password: PASSWORD }),
  'two-factor/generate-backup-codes': () => ({ password: PASSWORD }),
  'two-factor/verify-totp': () => ({ code: '123456' }),
  'two-factor/verify-backup-code': () => ({ code: 'abcde-fghij' }),
}

/** Routes that are no procedure's. */
const plainReads = ['/api/transactions/export', '/api/audit-log/export']

// Typed as a tree, but flat at run time: its keys are the paths.
const procedures = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { type: 'query' | 'mutation' | 'subscription' } }
>

const namesOf = (type: 'query' | 'mutation') =>
  Object.entries(procedures).flatMap(([name, { _def }]) => (_def.type === type ? [name] : []))

function inputFor(table: Inputs, name: string, owned: Owned, isNeeded: boolean) {
  const input = table[name]
  if (!input && isNeeded) throw new Error(`${name} has no input to be tried with`)
  return input ? input(owned) : {}
}

/** The same call over REST: what stands in its path is no longer in its input. */
function restCalls(names: readonly string[], inputOf: (name: string) => Call['input']): Call[] {
  return restRoutes(appRouter)
    .filter(({ name }) => names.includes(name))
    .map(({ name, method, path }) => {
      const { id, ...rest } = inputOf(name)
      const isInPath = path.includes('{id}')
      const input = isInPath || id === undefined ? rest : { id, ...rest }
      return { name, door: 'rest', method, path: path.replace('{id}', String(id)), input }
    })
}

/** Every call that changes something, on each of its doors. */
export function changingCalls(owned: Owned): Call[] {
  const names = namesOf('mutation')
  const inputOf = (name: string) => inputFor(changes, name, owned, true)
  return [
    ...names.map(
      (name): Call => ({
        name,
        door: 'trpc',
        method: 'POST',
        path: `/trpc/${name}`,
        input: inputOf(name),
      }),
    ),
    ...restCalls(names, inputOf),
    {
      name: 'openai.stream',
      door: 'rest',
      method: 'POST',
      path: '/api/openai/stream',
      input: { prompt: 'How did it go?' },
    },
    ...Object.entries(ofSignIn).map(
      ([name, input]): Call => ({
        name,
        door: 'auth',
        method: 'POST',
        path: `/api/auth/${name}`,
        input: input(owned),
      }),
    ),
  ]
}

/** Every call that only reads, except streams without an end. */
export function readingCalls(owned: Owned): Call[] {
  const names = namesOf('query')
  const inputOf = (name: string) => inputFor(reads, name, owned, false)
  return [
    ...names.map((name): Call => {
      const input = inputOf(name)
      return { name, door: 'trpc', method: 'GET', path: `/trpc/${name}`, input }
    }),
    ...restCalls(names, inputOf),
    ...plainReads.map(
      (path): Call => ({ name: path, door: 'rest', method: 'GET', path, input: {} }),
    ),
    { name: 'get-session', door: 'auth', method: 'GET', path: '/api/auth/get-session', input: {} },
  ]
}

/** The query of a call whose input stands in its address. */
export function queryOf({ door, input }: Call, more: Record<string, string> = {}): string {
  const parameters = new URLSearchParams(more)
  if (door === 'trpc') parameters.set('input', JSON.stringify(input))
  else for (const [key, value] of Object.entries(input)) parameters.set(key, String(value))
  return parameters.size === 0 ? '' : `?${parameters}`
}

/** Something of every kind, made over HTTP. A webhook URL is set, so that changes have events. */
export async function makeOwned(
  client: KeepAlive,
  { cookie, email, webhookUrl }: { cookie: string; email: string; webhookUrl: string },
): Promise<Owned> {
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { cookie, 'content-type': 'application/json' }
    const answer = await client.ask({ method, path, headers, ...(body && { body }) })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.body}`)
    return JSON.parse(answer.body)
  }
  const post = (path: string, body: object) => ask('POST', path, body)
  const [integration] = await ask('GET', '/api/integrations')
  await ask('PUT', `/api/integrations/${integration.id}`, { webhookUrl })
  const paid = await post('/api/payments', payment({ paymentMethod: 'bank' }))
  const key = await post('/api/api-keys', { name: 'Other shop' })
  const [event] = await ask('GET', '/api/webhook-events')
  await post('/api/auth/sign-in/email', { email, password: PASSWORD })
  const sessions = (await ask('GET', '/trpc/identity.sessions')).result.data
  const { id, link } = (await post('/trpc/team.invite', { role: 'staff' })).result.data
  const { members } = (await ask('GET', '/trpc/team.list')).result.data
  return {
    email,
    userId: members[0].userId,
    transaction: paid.id,
    customer: paid.customerId,
    key: key.id,
    integration: integration.id,
    event: event.id,
    session: sessions.find((each: { isCurrent: boolean }) => !each.isCurrent).id,
    invitation: id,
    token: String(link).split('#')[1] ?? '',
  }
}
