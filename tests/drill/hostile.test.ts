import { once } from 'node:events'
import { connect } from 'node:net'
import { drill, type Tally, tally } from '../support/drill.ts'
import { dialect } from '../support/database.ts'
import { type ApiDocument, endpointsOf, hostileRequest } from '../support/hostile-requests.ts'
import { keepAlive, type PlainAnswer } from '../support/keep-alive.ts'
import { type KillableServer, killableServer } from '../support/killable-server.ts'
import { brokenInvariants } from '../support/ledger.ts'
import { payment } from '../support/make.ts'
import { signUp } from '../support/sign-up.ts'

const AT_ONCE = 16
/** One request in so many is mangled as bytes and sent by hand. */
const RAW_EVERY = 10

/** What asks other companies' servers, or ends the session that the drill calls with. */
const leftOut = /^\/api\/(?:openai|environment|auth)/

const tells = /\n\s+at .+:\d+:\d+|node_modules|SQLITE_|sqlite|syntax error|no such (?:table|column)/

function judge(answer: PlainAnswer, what: string, found: Tally): void {
  if (answer.status >= 500) {
    found.crashed += 1
    found.notes.push(`${answer.status} to ${what.slice(0, 300)}`)
  }
  if (tells.test(answer.body)) {
    found.leaked += 1
    found.notes.push(`tells too much: ${what.slice(0, 300)}`)
  }
}

/** Bytes that are hardly HTTP any more: whatever comes back, it is no 5xx, and the server stays. */
async function sendRaw(port: number, bytes: Buffer, found: Tally): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  // It may be refused or reset: both are fine.
  socket.on('error', () => {})
  socket.end(bytes)
  await once(socket, 'close')
  const text = Buffer.concat(chunks).toString('latin1')
  if (/^HTTP\/1\.1 5\d\d/.test(text) || tells.test(text)) {
    found.crashed += 1
    found.notes.push(`raw: ${text.slice(0, 200)}`)
  }
}

function mangled(text: string): Buffer {
  const bytes = Buffer.from(text)
  for (let times = Math.ceil(Math.random() * 8); times > 0; times--) {
    bytes[Math.floor(Math.random() * bytes.length)] = Math.floor(Math.random() * 256)
  }
  return bytes
}

async function attack(server: KillableServer, count: number): Promise<Tally> {
  const found = tally()
  using client = keepAlive(server.url, AT_ONCE)
  const victim = await signUp(server.url, 'victim@example.com')
  const attacker = await signUp(server.url, 'attacker@example.com')
  const paid = await client.ask({
    method: 'POST',
    path: '/api/payments',
    headers: { authorization: `Bearer ${victim.secret}`, 'idempotency-key': 'hers' },
    body: payment({ customerName: 'Zenobia Quirk' }),
  })
  const theirs = JSON.parse(paid.body)
  const victimSees = async () =>
    (
      await client.ask({
        path: '/api/transactions',
        headers: { authorization: `Bearer ${victim.secret}` },
      })
    ).body
  const before = await victimSees()
  const document: ApiDocument = JSON.parse((await client.ask({ path: '/api/openapi.json' })).body)
  const endpoints = endpointsOf(document).filter(({ path }) => !leftOut.test(path))
  const ids = [theirs.id, theirs.customerId, 'txn_1', 'cus_1', '..', '%00']
  const port = Number(new URL(server.url).port)

  const one = async (n: number) => {
    const { method, path, text } = hostileRequest(endpoints, ids)
    const credentials: Record<string, string> =
      n % 3 === 0
        ? { cookie: attacker.cookie, origin: server.url }
        : { authorization: `Bearer ${n % 3 === 1 ? attacker.secret : 'sk_test_none'}` }
    if (n % RAW_EVERY === 0) {
      const head = [
        `${method} ${path} HTTP/1.1`,
        'host: 127.0.0.1',
        ...Object.entries(credentials).map(([name, value]) => `${name}: ${value}`),
        'content-type: application/json',
        `content-length: ${Buffer.byteLength(text ?? '')}`,
        'connection: close',
      ]
      await sendRaw(port, mangled(`${head.join('\r\n')}\r\n\r\n${text ?? ''}`), found)
    } else {
      const answer = await client.ask({
        method,
        path,
        headers: { ...credentials, 'idempotency-key': `k${n}` },
        ...(text !== undefined && { text }),
      })
      judge(answer, `${method} ${path} ${text ?? ''}`, found)
      if (answer.body.includes('Zenobia')) found.leaked += 1
    }
    found.tried += 1
  }
  let n = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (n < count) await one(++n)
    }),
  )
  if ((await victimSees()) !== before) found.leaked += 1
  await server.stop()
  const broken = await brokenInvariants(server.databaseUrl)
  found.crashed += broken.length
  found.notes = [`${endpoints.length} calls of the API`, ...broken, ...found.notes.slice(0, 10)]
  return found
}

drill({
  row: 'hostile',
  what: 'requests made from the API document and bent, one in ten mangled as bytes',
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
