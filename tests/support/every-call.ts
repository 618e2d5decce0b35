import { calls, signInCalls } from '../calls.ts'
import { type Belongings, makeBelongings, requestWith } from './belongings.ts'
import { inputOf } from './call-row.ts'
import { callOrThrow, withPassword } from './foreign-merchant.ts'
import type { KeepAliveClient } from './keep-alive.ts'
import { procedureTypes } from './procedures.ts'
import { fillPath, restCalls, rowOf } from './rest-calls.ts'

/** Things of the merchant whose calls are tried, and its owner's e-mail address. */
export type OwnBelongings = Belongings & { email: string }

/** A call as a harmless client sends it. `input` goes into the body, or into the query of a read. */
export type Call = {
  name: string
  api: 'trpc' | 'rest' | 'auth'
  method: string
  path: string
  input: Record<string, unknown>
}

/** Returns the procedures of a type, once for each API that offers them. */
function proceduresOfBothApis(type: 'query' | 'mutation', owned: OwnBelongings): Call[] {
  const isOfType = (name: string) => procedureTypes[name] === type
  const trpc = Object.keys(procedureTypes)
    .filter(isOfType)
    .map((name): Call => {
      const method = type === 'query' ? 'GET' : 'POST'
      const input = inputOf(rowOf(name), owned)
      return { name, api: 'trpc', method, path: `/trpc/${name}`, input }
    })
  const rest = restCalls
    .filter(({ name }) => isOfType(name))
    .map(({ name, method, template, row }): Call => {
      const { path, rest: input } = fillPath(template, inputOf(row, owned))
      return { name, api: 'rest', method, path, input }
    })
  return [...trpc, ...rest]
}

/** Returns the routes without a procedure, except routes that are open to every visitor. */
const plainRoutes = (wantedMethod: 'GET' | 'POST', owned: OwnBelongings): Call[] =>
  Object.entries(calls).flatMap(([name, row]): Call[] => {
    const [method = '', path = ''] = row.route?.split(' ') ?? []
    if (method !== wantedMethod || row.who === 'anyone' || row.isEndless) return []
    return [{ name, api: 'rest', method, path, input: inputOf(row, owned) }]
  })

/** Returns every call that changes something, once for each API. */
export const changingCalls = (owned: OwnBelongings): Call[] => [
  ...proceduresOfBothApis('mutation', owned),
  ...plainRoutes('POST', owned),
  ...Object.entries(signInCalls).map(
    ([name, { input }]): Call => ({
      name,
      api: 'auth',
      method: 'POST',
      path: `/api/auth/${name}`,
      input: input(owned),
    }),
  ),
]

/** Returns every call that only reads, except endless streams. */
export const readingCalls = (owned: OwnBelongings): Call[] => [
  ...proceduresOfBothApis('query', owned),
  ...plainRoutes('GET', owned),
  { name: 'get-session', api: 'auth', method: 'GET', path: '/api/auth/get-session', input: {} },
]

/** Returns the query string of a call that sends its input in the URL. */
export function queryOf({ api, input }: Call, more: Record<string, string> = {}): string {
  const parameters = new URLSearchParams(more)
  if (api === 'trpc') parameters.set('input', JSON.stringify(input))
  else for (const [key, value] of Object.entries(input)) parameters.set(key, String(value))
  return parameters.size === 0 ? '' : `?${parameters}`
}

/** Creates one thing of every kind over HTTP. Sets a webhook URL, so that changes create events. */
export async function makeOwned(
  client: KeepAliveClient,
  { cookie, email, webhookUrl }: { cookie: string; email: string; webhookUrl: string },
): Promise<OwnBelongings> {
  const headers = { cookie, 'content-type': 'application/json' }
  const request = requestWith((method, path, body) => client.send({ method, path, headers, body }))
  const acceptInvitation = async (token: string): Promise<string> => {
    const colleague = await withPassword(client)({ email: `colleague-of-${email}`, name: 'Staff' })
    await callOrThrow(client, colleague, ['POST', '/trpc/team.accept', { token }])
    return (await callOrThrow(client, colleague, ['GET', '/trpc/identity.current'])).result.data.id
  }
  return {
    ...(await makeBelongings({ request, email, acceptInvitation, webhookUrl })),
    email,
  }
}
