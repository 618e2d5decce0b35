import { once } from 'node:events'
import { connect } from 'node:net'
import { openDatabase } from '#db/database.ts'
import { dialect } from '../support/database.ts'
import { blame, blameEach, drill, type Tally, tally } from '../support/drill.ts'
import { type Change, OwnIds, validChange } from '../support/hostile-changes.ts'
import {
  type ApiDocument,
  type Endpoint,
  endpointsOf,
  type HostileRequest,
  hostilePage,
  hostileRequest,
  hostileSignIn,
  hostileTrpc,
  mutate,
} from '../support/hostile-requests.ts'
import { createKeepAliveClient, type PlainResponse } from '../support/keep-alive.ts'
import { type KillableServer, startKillableServer } from '../support/killable-server.ts'
import { findBrokenInvariants } from '../support/ledger.ts'
import { payment } from '../support/make.ts'
import { sendRawRequest } from '../support/raw-request.ts'
import { signUp } from '../support/sign-up.ts'

const AT_ONCE = 16
/** Every `RAW_EVERY`th request is mangled as bytes and sent over a raw socket. */
const RAW_EVERY = 10
/** Share of requests that are created valid, and share of these that are bent before they are sent. */
const VALID_SHARE = 0.45
const BENT_SHARE = 0.15
/** Minimum share of changes: if input validation refuses every request, the drill does not reach the code behind it. */
const MIN_CHANGE_SHARE = 0.2

/** Paths whose calls reach other companies' servers. */
const skippedPaths = /^\/api\/(?:openai|environment)/

const leakPattern =
  /\n\s+at .+:\d+:\d+|node_modules|SQLITE_|sqlite|syntax error|no such (?:table|column)/

function checkResponse(response: PlainResponse, what: string, found: Tally): void {
  if (response.status >= 500) {
    const excerpt = response.body.slice(0, 200)
    blame(found, 'crashed', `${response.status} to ${what.slice(0, 300)}: ${excerpt}`)
  }
  if (leakPattern.test(response.body)) {
    blame(found, 'leaked', `tells too much: ${what.slice(0, 300)}`)
  }
}

/** Sends bytes that are hardly HTTP. Any response but 5xx is fine, and the server must keep running. */
async function sendRaw(port: number, bytes: Buffer, found: Tally): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  // The connection may be refused or reset: both are fine.
  socket.on('error', () => {})
  socket.end(bytes)
  await once(socket, 'close')
  const text = Buffer.concat(chunks).toString('latin1')
  if (/^HTTP\/1\.1 5\d\d/.test(text) || leakPattern.test(text)) {
    blame(found, 'crashed', `raw: ${text.slice(0, 200)}`)
  }
}

function mangle(text: string): Buffer {
  const bytes = Buffer.from(text)
  for (let times = Math.ceil(Math.random() * 8); times > 0; times--) {
    bytes[Math.floor(Math.random() * bytes.length)] = Math.floor(Math.random() * 256)
  }
  return bytes
}

type Kind = 'valid' | 'rest' | 'trpc' | 'sign-in' | 'page'

/** Picks a kind at random: four in ten are tRPC, sign-in or page requests. */
function randomKind(): Exclude<Kind, 'valid'> {
  const chance = Math.random()
  if (chance < 0.6) return 'rest'
  if (chance < 0.8) return 'trpc'
  return chance < 0.88 ? 'sign-in' : 'page'
}

type SentRequest = HostileRequest & {
  kind: Kind
  headers: Record<string, string>
  changes: boolean
}

type Attacker = { cookie: string; secret: string }

/** Returns the n-th request and the credentials for it. */
function requestOf(n: number, context: AttackContext): SentRequest {
  const { own, attacker, url } = context
  const sessionHeaders = { cookie: attacker.cookie, origin: url }
  if (Math.random() < VALID_SHARE) {
    const change = validChange(own)
    const keyHeaders = { authorization: `Bearer ${attacker.secret}` }
    const headers = { key: keyHeaders, person: sessionHeaders, stranger: { origin: url } }[
      change.by
    ]
    return { kind: 'valid', changes: true, headers, ...toRequest(change) }
  }
  const headers =
    n % 3 === 0
      ? sessionHeaders
      : { authorization: `Bearer ${n % 3 === 1 ? attacker.secret : 'sk_test_none'}` }
  const kind = randomKind()
  const request = {
    rest: () => hostileRequest(context.endpoints, context.ids),
    trpc: () => hostileTrpc(context.examples, context.ids),
    'sign-in': hostileSignIn,
    page: hostilePage,
  }[kind]()
  return { kind, changes: false, headers: kind === 'rest' ? headers : sessionHeaders, ...request }
}

const toRequest = ({ method, path, body }: Change): HostileRequest => ({
  method,
  path,
  text: JSON.stringify(Math.random() < BENT_SHARE ? mutate(body) : body) ?? '',
})

type AttackContext = {
  own: OwnIds
  attacker: Attacker
  url: string
  endpoints: readonly Endpoint[]
  examples: readonly unknown[]
  ids: readonly string[]
}

/** Returns the request as mangled bytes. */
function bytesOf({ method, path, text, headers }: SentRequest): Buffer {
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(text ?? '')}`,
    'connection: close',
  ]
  return mangle(`${head.join('\r\n')}\r\n\r\n${text ?? ''}`)
}

async function attack(server: KillableServer, count: number): Promise<Tally> {
  const found = tally()
  using client = createKeepAliveClient(server.url, AT_ONCE)
  const victim = await signUp(server.url, 'victim@example.com')
  const attacker = await signUp(server.url, 'attacker@example.com')
  const victimHeaders = { authorization: `Bearer ${victim.secret}` }
  const paid = await client.send({
    method: 'POST',
    path: '/api/payments',
    headers: { ...victimHeaders, 'idempotency-key': 'hers' },
    body: payment({ customerName: 'Zenobia Quirk' }),
  })
  const victimPayment = JSON.parse(paid.body)
  const readVictim = async () =>
    (await client.send({ path: '/api/transactions', headers: victimHeaders })).body
  const before = await readVictim()
  const document: ApiDocument = JSON.parse((await client.send({ path: '/api/openapi.json' })).body)
  const endpoints = endpointsOf(document).filter(({ path }) => !skippedPaths.test(path))
  const own = new OwnIds()
  const context: AttackContext = {
    own,
    attacker,
    url: server.url,
    endpoints,
    examples: endpoints.flatMap(({ examples }) => examples),
    ids: [victimPayment.id, victimPayment.customerId, 'txn_1', 'cus_1', '..', '%00'],
  }
  const integrations = await client.send({
    path: '/api/integrations',
    headers: { cookie: attacker.cookie },
  })
  own.record(integrations.body)
  const port = Number(new URL(server.url).port)
  const countByKind = new Map<Kind, number>()
  let changeCount = 0

  const sendOne = async (n: number) => {
    const sent = requestOf(n, context)
    const { kind, method, path, text, headers, changes } = sent
    countByKind.set(kind, (countByKind.get(kind) ?? 0) + 1)
    found.tried += 1
    if (n % RAW_EVERY === 0) return sendRaw(port, bytesOf(sent), found)
    const withKey = { ...headers, 'idempotency-key': `k${n}` }
    const what = `${method} ${path} ${text ?? ''}`
    const response = await (kind === 'page'
      ? sendRawRequest(port, { method, target: path, headers })
      : client.send({ method, path, headers: withKey, ...(text !== undefined && { text }) })
    ).catch((error: unknown) => {
      blame(found, 'crashed', `${String(error)}: ${what.slice(0, 300)}`)
    })
    if (!response) return
    checkResponse(response, what, found)
    if (response.body.includes('Zenobia')) {
      blame(found, 'leaked', `tells of the victim: ${what.slice(0, 300)}`)
    }
    if (!changes || response.status >= 300) return
    changeCount += 1
    own.record(response.body)
  }
  let n = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (n < count) await sendOne(++n)
    }),
  )
  if ((await readVictim()) !== before) blame(found, 'leaked', 'the victim’s payments changed')
  await server.stop()
  const broken = await findBrokenInvariants(server.databaseUrl)
  blameEach(found, 'crashed', broken)
  const stored = await countRows(server.databaseUrl)
  // Compares successes with stored rows: a success response alone changes nothing.
  if (Math.min(changeCount, stored) < MIN_CHANGE_SHARE * count) {
    const what = `too few requests changed anything: ${changeCount}, of which ${stored} stored`
    blame(found, 'crashed', what)
  }
  found.notes = [
    `${endpoints.length} calls of the API, ${[...countByKind].map(([kind, times]) => `${times} ${kind}`).join(', ')}`,
    `${changeCount} requests changed something`,
  ]
  return found
}

/** Counts the stored changes: each kind of change adds a row to one of these tables. */
async function countRows(databaseUrl: string): Promise<number> {
  const { db, close } = openDatabase({ url: databaseUrl })
  const tables = ['transactions', 'auditLog', 'customers', 'authUsers'] as const
  let rows = 0
  for (const table of tables) {
    const { count } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    rows += Number(count)
  }
  await close()
  return rows
}

drill({
  row: 'hostile',
  what: 'requests to both APIs and every form, made from what the server says of itself: some valid, most bent, one in ten mangled as bytes',
  quick: dialect === 'sqlite' ? 5_000 : 1_000,
  full: 100_000,
  run: async (count) => {
    await using server = await startKillableServer()
    return await attack(server, count)
  },
  selfTest: async () => {
    await using server = await startKillableServer({}, { fault: 'talkative' })
    return await attack(server, 500)
  },
})
