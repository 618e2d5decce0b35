// A receiver of webhooks with nothing but Node: it verifies, remembers what it has seen, answers at once
// and works afterwards. Run it with Node 22.18 or newer, or with tsx:
//   WEBHOOK_SECRETS=whsec_… PORT=4000 node webhook-receiver.ts
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'

// During a rotation both, parted by a comma.
const secrets = (process.env.WEBHOOK_SECRETS ?? '').split(',').filter(Boolean)
const TOLERANCE_S = 5 * 60
const MAX_BYTES = 64 * 1024

if (secrets.length === 0) throw new Error('Set WEBHOOK_SECRETS')

function signature(secret: string, content: string): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return createHmac('sha256', key).update(content, 'utf8').digest()
}

/** Over the bytes as they came: parsing and writing JSON again would change them. */
function isGenuine(headers: IncomingHttpHeaders, body: string, nowS: number): boolean {
  const id = String(headers['webhook-id'] ?? '')
  const timestamp = String(headers['webhook-timestamp'] ?? '')
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(nowS - Number(timestamp)) > TOLERANCE_S)
    return false
  const content = `${id}.${timestamp}.${body}`
  const given = String(headers['webhook-signature'] ?? '')
    .split(' ')
    .filter((part) => part.startsWith('v1,'))
    .map((part) => Buffer.from(part.slice(3), 'base64'))
  return secrets.some((secret) => {
    const expected = signature(secret, content)
    return given.some((each) => each.length === expected.length && timingSafeEqual(each, expected))
  })
}

// In a real shop: a table with a unique id, written in the transaction that does the work.
const seen = new Set<string>()

type Event = { eventType?: string; type?: string; data: Record<string, unknown> }

function handle(event: Event): void {
  const type = event.eventType ?? event.type
  console.log(JSON.stringify({ type, id: event.data.id ?? null }))
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_BYTES) request.destroy()
    else chunks.push(chunk)
  })
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString('utf8')
    if (!isGenuine(request.headers, body, Date.now() / 1000)) {
      response.writeHead(401).end()
      return
    }
    const id = String(request.headers['webhook-id'])
    const isNew = !seen.has(id)
    seen.add(id)
    // Responds before the work, so that slow work does not make the delivery fail.
    response.writeHead(204).end()
    if (isNew) handle(JSON.parse(body) as Event)
  })
})

server.listen(Number(process.env.PORT ?? 4000), '127.0.0.1', () => {
  const address = server.address()
  console.log(`listening ${typeof address === 'object' ? address?.port : address}`)
})
