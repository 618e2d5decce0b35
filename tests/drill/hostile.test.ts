import { once } from 'node:events'
import { connect } from 'node:net'
import { openDatabase } from '#db/database.ts'
import { dialect } from '../support/database.ts'
import { blame, blameEach, drill, type Tally, tally } from '../support/drill.ts'
import { type Change, Own, validChange } from '../support/hostile-changes.ts'
import {
  type ApiDocument,
  bend,
  type Endpoint,
  endpointsOf,
  type HostileRequest,
  hostilePage,
  hostileRequest,
  hostileSignIn,
  hostileTrpc,
} from '../support/hostile-requests.ts'
import { keepAlive, type PlainAnswer } from '../support/keep-alive.ts'
import { type KillableServer, killableServer } from '../support/killable-server.ts'
import { brokenInvariants } from '../support/ledger.ts'
import { payment } from '../support/make.ts'
import { rawRequest } from '../support/raw-request.ts'
import { signUp } from '../support/sign-up.ts'

const AT_ONCE = 16
/** Every `RAW_EVERY`th request is mangled as bytes and sent over a raw socket. */
const RAW_EVERY = 10
/** Share of requests that are created valid, and share of these that are bent before they are sent. */
const VALID = 0.45
const BENT = 0.15
/** Minimum share of changes: if input validation refuses every request, the drill does not reach the code behind it. */
const CHANGING_AT_LEAST = 0.2

/** Paths whose calls reach other companies' servers. */
const leftOut = /^\/api\/(?:openai|environment)/

const tells = /\n\s+at .+:\d+:\d+|node_modules|SQLITE_|sqlite|syntax error|no such (?:table|column)/

function judge(answer: PlainAnswer, what: string, found: Tally): void {
  if (answer.status >= 500) {
    const said = answer.body.slice(0, 200)
    blame(found, 'crashed', `${answer.status} to ${what.slice(0, 300)}: ${said}`)
  }
  if (tells.test(answer.body)) {
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
  if (/^HTTP\/1\.1 5\d\d/.test(text) || tells.test(text)) {
    blame(found, 'crashed', `raw: ${text.slice(0, 200)}`)
  }
}

function mangled(text: string): Buffer {
  const bytes = Buffer.from(text)
  for (let times = Math.ceil(Math.random() * 8); times > 0; times--) {
    bytes[Math.floor(Math.random() * bytes.length)] = Math.floor(Math.random() * 256)
  }
  return bytes
}

type Kind = 'valid' | 'rest' | 'trpc' | 'sign-in' | 'page'

/** Picks a kind at random: four in ten are tRPC, sign-in or page requests. */
function hostileKind(): Exclude<Kind, 'valid'> {
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
function requestOf(n: number, known: AttackContext): SentRequest {
  const { own, attacker, url } = known
  const inPerson = { cookie: attacker.cookie, origin: url }
  if (Math.random() < VALID) {
    const change = validChange(own)
    const byKey = { authorization: `Bearer ${attacker.secret}` }
    const headers = { key: byKey, person: inPerson, stranger: { origin: url } }[change.by]
    return { kind: 'valid', changes: true, headers, ...sentOf(change) }
  }
  const headers =
    n % 3 === 0
      ? inPerson
      : { authorization: `Bearer ${n % 3 === 1 ? attacker.secret : 'sk_test_none'}` }
  const kind = hostileKind()
  const request = {
    rest: () => hostileRequest(known.endpoints, known.ids),
    trpc: () => hostileTrpc(known.examples, known.ids),
    'sign-in': hostileSignIn,
    page: hostilePage,
  }[kind]()
  return { kind, changes: false, headers: kind === 'rest' ? headers : inPerson, ...request }
}

const sentOf = ({ method, path, body }: Change): HostileRequest => ({
  method,
  path,
  text: JSON.stringify(Math.random() < BENT ? bend(body) : body) ?? '',
})

type AttackContext = {
  own: Own
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
  return mangled(`${head.join('\r\n')}\r\n\r\n${text ?? ''}`)
}

async function attack(server: KillableServer, count: number): Promise<Tally> {
  const found = tally()
  using client = keepAlive(server.url, AT_ONCE)
  const victim = await signUp(server.url, 'victim@example.com')
  const attacker = await signUp(server.url, 'attacker@example.com')
  const asVictim = { authorization: `Bearer ${victim.secret}` }
  const paid = await client.ask({
    method: 'POST',
    path: '/api/payments',
    headers: { ...asVictim, 'idempotency-key': 'hers' },
    body: payment({ customerName: 'Zenobia Quirk' }),
  })
  const theirs = JSON.parse(paid.body)
  const victimSees = async () =>
    (await client.ask({ path: '/api/transactions', headers: asVictim })).body
  const before = await victimSees()
  const document: ApiDocument = JSON.parse((await client.ask({ path: '/api/openapi.json' })).body)
  const endpoints = endpointsOf(document).filter(({ path }) => !leftOut.test(path))
  const own = new Own()
  const known: AttackContext = {
    own,
    attacker,
    url: server.url,
    endpoints,
    examples: endpoints.flatMap(({ examples }) => examples),
    ids: [theirs.id, theirs.customerId, 'txn_1', 'cus_1', '..', '%00'],
  }
  const integrations = await client.ask({
    path: '/api/integrations',
    headers: { cookie: attacker.cookie },
  })
  own.note(integrations.body)
  const port = Number(new URL(server.url).port)
  const asked = new Map<Kind, number>()
  let changing = 0

  const one = async (n: number) => {
    const sent = requestOf(n, known)
    const { kind, method, path, text, headers, changes } = sent
    asked.set(kind, (asked.get(kind) ?? 0) + 1)
    found.tried += 1
    if (n % RAW_EVERY === 0) return sendRaw(port, bytesOf(sent), found)
    const withKey = { ...headers, 'idempotency-key': `k${n}` }
    const what = `${method} ${path} ${text ?? ''}`
    const answer = await (kind === 'page'
      ? rawRequest(port, { method, target: path, headers })
      : client.ask({ method, path, headers: withKey, ...(text !== undefined && { text }) })
    ).catch((error: unknown) => {
      blame(found, 'crashed', `${String(error)}: ${what.slice(0, 300)}`)
    })
    if (!answer) return
    judge(answer, what, found)
    if (answer.body.includes('Zenobia')) {
      blame(found, 'leaked', `tells of the victim: ${what.slice(0, 300)}`)
    }
    if (!changes || answer.status >= 300) return
    changing += 1
    own.note(answer.body)
  }
  let n = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (n < count) await one(++n)
    }),
  )
  if ((await victimSees()) !== before) blame(found, 'leaked', 'the victim’s payments changed')
  await server.stop()
  const broken = await brokenInvariants(server.databaseUrl)
  blameEach(found, 'crashed', broken)
  const stored = await rowsIn(server.databaseUrl)
  // Compares successes with stored rows: a success response alone changes nothing.
  if (Math.min(changing, stored) < CHANGING_AT_LEAST * count) {
    const what = `too few requests changed anything: ${changing}, of which ${stored} stored`
    blame(found, 'crashed', what)
  }
  found.notes = [
    `${endpoints.length} calls of the API, ${[...asked].map(([kind, times]) => `${times} ${kind}`).join(', ')}`,
    `${changing} requests changed something`,
  ]
  return found
}

/** Counts the stored changes: each kind of change adds a row to one of these tables. */
async function rowsIn(databaseUrl: string): Promise<number> {
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
  what: 'requests to every door, made from what the server says of itself: some valid, most bent, one in ten mangled as bytes',
  quick: dialect === 'sqlite' ? 5_000 : 1_000,
  full: 100_000,
  run: async (count) => {
    await using server = await killableServer()
    return await attack(server, count)
  },
  selfTest: async () => {
    await using server = await killableServer({}, { fault: 'talkative' })
    return await attack(server, 500)
  },
})
