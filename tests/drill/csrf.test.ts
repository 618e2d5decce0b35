import { vi } from 'vitest'
import { blame, blameEach, drill, type Tally, tally } from '../support/drill.ts'
import { type Call, changingCalls, makeOwned, queryOf } from '../support/every-call.ts'
import {
  createKeepAliveClient,
  type KeepAliveClient,
  type RequestOptions,
} from '../support/keep-alive.ts'
import { type KillableServer, startKillableServer } from '../support/killable-server.ts'
import { findBrokenInvariants } from '../support/ledger.ts'
import { startReceiver } from '../support/receiver.ts'
import { signUp } from '../support/sign-up.ts'
import { changedTables, storedRows } from '../support/stored.ts'

const AT_ONCE = 8
const EMAIL = 'owner@example.com'

/** Builds a request that a page could send; undefined if the shape makes no sense for a call. */
type Shape = (call: Call, origin: string) => RequestOptions | undefined

const bodyOf = ({ input }: Call) => JSON.stringify(input)

/** Sends the request from our own page, so that only its body can be the reason for a refusal. */
const withContentType =
  (contentType: string, textOf = bodyOf): Shape =>
  (call, origin) => ({
    method: call.method,
    path: call.path,
    headers: { origin, 'sec-fetch-site': 'same-origin', 'content-type': contentType },
    text: textOf(call),
  })

/** Sends JSON, so that only the origin can be the reason for a refusal. */
const withHeaders =
  (headersOf: (origin: string) => Record<string, string>): Shape =>
  (call, origin) => ({
    method: call.method,
    path: call.path,
    headers: headersOf(origin),
    text: bodyOf(call),
  })

const inQuery =
  (method: 'GET' | 'HEAD', headers: Record<string, string> = {}): Shape =>
  (call, origin) => ({
    method,
    // Some servers accept this parameter as the method.
    path: call.path + queryOf(call, { _method: call.method }),
    headers: { origin, 'sec-fetch-site': 'same-origin', ...headers },
  })

const multipart = ({ input }: Call) =>
  `${Object.entries(input)
    .map(
      ([name, value]) =>
        `--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
    )
    .join('')}--edge--\r\n`

const urlencoded = ({ input }: Call) =>
  new URLSearchParams(
    Object.entries(input).map(([name, value]) => [name, String(value)]),
  ).toString() || 'a=b'

/** Sends a change twice in a batch, as tRPC would accept it if mutations could be batched. */
const batch: Shape = ({ api, method, path, input }, origin) => {
  if (api !== 'trpc') return undefined
  const batchPath = `${path},${path.slice('/trpc/'.length)}?batch=1`
  return { method, path: batchPath, headers: { origin }, body: { 0: input, 1: input } }
}

const shapes: Record<string, Shape> = {
  'a form': withContentType('application/x-www-form-urlencoded', urlencoded),
  'a form with files': withContentType('multipart/form-data; boundary=edge', multipart),
  'JSON as text/plain': withContentType('text/plain'),
  'JSON beside text/plain': withContentType('text/plain; application/json'),
  'JSON as bytes': withContentType('application/octet-stream'),
  'JSON without a content type': (call, origin) => ({
    method: call.method,
    path: call.path,
    headers: { origin, 'sec-fetch-site': 'same-origin' },
    text: bodyOf(call),
    isUntyped: true,
  }),
  'GET with the input in the query': inQuery('GET'),
  'HEAD with the input in the query': inQuery('HEAD'),
  'GET that names another method': inQuery('GET', { 'x-http-method-override': 'POST' }),
  'a foreign origin': withHeaders(() => ({ origin: 'https://evil.example' })),
  'an origin that begins like ours': withHeaders((origin) => ({
    origin: `${origin}.evil.example`,
  })),
  'another port of this host': withHeaders(() => ({ origin: 'http://127.0.0.1:9' })),
  'no origin in particular': withHeaders(() => ({ origin: 'null' })),
  'a sibling site': withHeaders((origin) => ({ origin, 'sec-fetch-site': 'same-site' })),
  'another site, its origin stripped': withHeaders(() => ({ 'sec-fetch-site': 'cross-site' })),
  'many at once': batch,
}

const refusedStatuses = new Set([400, 403, 404, 405, 415])

/** tRPC answers HEAD with 204 and runs nothing; the later comparison of the stored state proves it. */
const isRefused = (status: number, { method }: RequestOptions) =>
  refusedStatuses.has(status) || (method === 'HEAD' && status === 204)

async function waitForDeliveries(client: KeepAliveClient, cookie: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const path = '/api/webhook-events?status=retry'
      const { headers } = await client.send({ path, headers: { cookie } })
      if (headers['x-total-count'] !== '0') throw new Error('events are still on their way')
    },
    { timeout: 60_000, interval: 20 },
  )
}

/** Throws if the server offers a change that the drill does not try. */
async function assertEveryChangeTried(
  client: KeepAliveClient,
  calls: readonly Call[],
): Promise<void> {
  const { paths } = JSON.parse((await client.send({ path: '/api/openapi.json' })).body)
  const tried = new Set(
    calls.map(
      // Also matches `none` IDs, for objects that no merchant has here: the server checks the origin first.
      ({ method, path }) =>
        `${method} ${path.replace(/\/[a-z]+_(?:\w{26}|none)(?=\/|$)/, '/{id}')}`,
    ),
  )
  for (const [path, operations] of Object.entries<object>(paths)) {
    for (const method of Object.keys(operations)) {
      const endpointName = `${method.toUpperCase()} ${path}`
      if (method !== 'get' && !tried.has(endpointName))
        throw new Error(`${endpointName} is not tried`)
    }
  }
}

/** Sends one in `every` requests: all shapes and calls occur, but not every combination. */
async function forge(server: KillableServer, every = 1): Promise<Tally> {
  const found = tally()
  await using endpoint = await startReceiver()
  using client = createKeepAliveClient(server.url, AT_ONCE)
  const { cookie } = await signUp(server.url, EMAIL)
  const owned = await makeOwned(client, { cookie, email: EMAIL, webhookUrl: endpoint.url })
  const calls = changingCalls(owned)
  await assertEveryChangeTried(client, calls)
  await waitForDeliveries(client, cookie)
  const before = storedRows(server.databaseUrl)

  const requests = calls
    .flatMap((call) =>
      Object.entries(shapes).map(([name, shape]) => ({
        name,
        call,
        forgedRequest: shape(call, server.url),
      })),
    )
    .filter((_, at) => at % every === 0)
  const sendForged = async ({ name, call, forgedRequest }: (typeof requests)[number]) => {
    if (!forgedRequest) return
    const response = await client.send({
      ...forgedRequest,
      headers: { ...forgedRequest.headers, cookie },
    })
    found.tried += 1
    if (isRefused(response.status, forgedRequest)) return
    const what = `${call.method} ${call.path} as ${name}`
    blame(found, 'leaked', `${response.status} to ${what}: ${response.body.slice(0, 200)}`)
  }
  const remaining = requests.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const request of remaining) await sendForged(request)
    }),
  )

  const changed = changedTables(before, storedRows(server.databaseUrl))
  const own = await client.send({ path: '/api/merchants', headers: { cookie } })
  for (const table of changed) blame(found, 'leaked', `changed: ${table}`)
  if (own.status !== 200) blame(found, 'lost', `the visitor's own session: ${own.status}`)
  await server.stop()
  const broken = await findBrokenInvariants(server.databaseUrl)
  blameEach(found, 'crashed', broken)
  found.notes = [
    `${calls.length} calls that change something, ${Object.keys(shapes).length} shapes`,
  ]
  return found
}

drill({
  row: 'csrf',
  what: "forged requests with the visitor's session: shapes of forms, GETs and foreign origins, on every call that changes something",
  quick: 900,
  full: 900,
  only: 'sqlite',
  run: async () => {
    await using server = await startKillableServer({ SANDBOX_SETTLEMENT_MS: '3600000' })
    return await forge(server)
  },
  selfTest: async () => {
    await using server = await startKillableServer(
      { SANDBOX_SETTLEMENT_MS: '3600000' },
      { fault: 'same-origin' },
    )
    return await forge(server, 17)
  },
})
