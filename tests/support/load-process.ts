import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { LoadOrder, LoadResult } from './load.ts'

/**
 * Runs as a separate process, so that neither the tests nor the server delay its requests. It writes HTTP by hand,
 * because a client library would take longer per request than the server.
 */

/** A request with its due time. Its latency counts from then and so includes the wait for a connection. */
type Request = { text: string; isRead: boolean; dueAt: number }
type Connection = {
  socket: Socket
  received: string
  pendingRequest: Request | undefined
  isCounted: boolean
}

const READ_EVERY = 20
const POLL_INTERVAL_MS = 1
/** Maximum time without any response. */
const GIVE_UP_AFTER_MS = 60_000

const END_OF_HEAD = '\r\n\r\n'

function paymentText(n: number, { secret }: LoadOrder): string {
  const body = JSON.stringify({
    amount: `${1 + (n % 900)}.34`,
    customerName: 'Ada Rossi',
    customerEmail: 'ada@example.com',
  })
  return [
    'POST /api/payments HTTP/1.1',
    'host: 127.0.0.1',
    `authorization: Bearer ${secret}`,
    `idempotency-key: ${randomUUID()}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}

const readText = ({ secret }: LoadOrder): string =>
  [
    'GET /api/transactions?limit=10 HTTP/1.1',
    'host: 127.0.0.1',
    `authorization: Bearer ${secret}`,
    '',
    '',
  ].join('\r\n')

class Load {
  readonly #order: LoadOrder
  readonly #idle: Connection[] = []
  readonly #waiting: Request[] = []
  readonly #found: LoadResult
  readonly #beganAt = performance.now()
  readonly #done: (found: LoadResult) => void
  #openCount = 0
  #dueCount = 0
  #endedCount = 0
  #lastAt = performance.now()

  constructor(order: LoadOrder, done: (found: LoadResult) => void) {
    this.#order = order
    this.#done = done
    this.#found = {
      statuses: {},
      withoutRetryAfter: 0,
      brokenOff: 0,
      unanswered: 0,
      writtenMs: [],
      readMs: [],
      refusedMs: [],
      lateMs: [],
      paid: [],
      tookMs: 0,
      peakConnections: 0,
    }
  }

  start(): void {
    const timer = setInterval(() => {
      this.#sendDue()
      const isStuck = performance.now() - this.#lastAt > GIVE_UP_AFTER_MS
      if (this.#endedCount < this.#order.count && !isStuck) return
      clearInterval(timer)
      this.#found.unanswered = this.#order.count - this.#endedCount
      this.#found.tookMs = performance.now() - this.#beganAt
      for (const { socket } of this.#idle) socket.destroy()
      this.#done(this.#found)
    }, POLL_INTERVAL_MS)
  }

  /**
   * Sends the requests that are due. Open load: `ratePerS`, regardless of the responses. Closed load: one request at
   * a time per connection.
   */
  #sendDue(): void {
    const { count, ratePerS, connections: maxConnections } = this.#order
    const now = performance.now()
    const due =
      ratePerS === undefined
        ? this.#endedCount + maxConnections
        : Math.ceil(((now - this.#beganAt) / 1000) * ratePerS)
    while (this.#dueCount < Math.min(due, count)) {
      const dueAt =
        ratePerS === undefined ? now : this.#beganAt + (this.#dueCount / ratePerS) * 1000
      const isRead = ratePerS !== undefined && this.#dueCount % READ_EVERY === READ_EVERY - 1
      const text = isRead ? readText(this.#order) : paymentText(this.#dueCount, this.#order)
      this.#dueCount += 1
      this.#found.lateMs.push(now - dueAt)
      this.#send({ text, isRead, dueAt })
    }
  }

  #send(request: Request): void {
    // Takes the connection that was idle longest, because many real clients do not share a few busy connections.
    const connection = this.#idle.shift() ?? this.#open()
    if (!connection) return void this.#waiting.push(request)
    connection.pendingRequest = request
    connection.socket.write(request.text)
  }

  #open(): Connection | undefined {
    if (this.#openCount >= this.#order.connections) return undefined
    this.#openCount += 1
    this.#found.peakConnections = Math.max(this.#found.peakConnections, this.#openCount)
    const socket = connect(this.#order.port, '127.0.0.1')
    const connection: Connection = {
      socket,
      received: '',
      pendingRequest: undefined,
      isCounted: true,
    }
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('data', (part: string) => this.#receive(connection, part))
    // Ignored, because a reset also emits `close`.
    socket.on('error', () => {})
    socket.on('close', () => this.#handleClose(connection))
    return connection
  }

  #handleClose(connection: Connection): void {
    if (connection.isCounted) this.#openCount -= 1
    connection.isCounted = false
    const at = this.#idle.indexOf(connection)
    if (at >= 0) this.#idle.splice(at, 1)
    if (!connection.pendingRequest) return
    connection.pendingRequest = undefined
    this.#found.brokenOff += 1
    this.#countEnd()
  }

  #receive(connection: Connection, part: string): void {
    connection.received += part
    const headEnds = connection.received.indexOf(END_OF_HEAD)
    if (headEnds < 0) return
    const head = connection.received.slice(0, headEnds).toLowerCase()
    const length = Number(/content-length: (\d+)/.exec(head)?.[1] ?? 0)
    const body = connection.received.slice(headEnds + END_OF_HEAD.length)
    if (body.length < length) return
    connection.received = ''
    this.#recordResponse(connection, head, body)
    if (head.includes('connection: close')) connection.socket.end()
    else this.#sendNextOn(connection)
    this.#countEnd()
  }

  #recordResponse(connection: Connection, head: string, body: string): void {
    const { pendingRequest } = connection
    connection.pendingRequest = undefined
    if (!pendingRequest) return
    const found = this.#found
    const status = head.slice(9, 12)
    const tookMs = performance.now() - pendingRequest.dueAt
    found.statuses[status] = (found.statuses[status] ?? 0) + 1
    if (status === '201') {
      found.writtenMs.push(tookMs)
      const { id, amount } = JSON.parse(body)
      found.paid.push([id, amount])
    } else if (status.startsWith('2')) found.readMs.push(tookMs)
    else {
      found.refusedMs.push(tookMs)
      if (!head.includes('\r\nretry-after: ')) found.withoutRetryAfter += 1
    }
  }

  #sendNextOn(connection: Connection): void {
    const request = this.#waiting.shift()
    if (!request) return void this.#idle.push(connection)
    connection.pendingRequest = request
    connection.socket.write(request.text)
  }

  #countEnd(): void {
    this.#endedCount += 1
    this.#lastAt = performance.now()
    if (this.#order.ratePerS === undefined) this.#sendDue()
    else if (this.#waiting.length > 0 && this.#idle.length === 0) this.#sendWaiting()
  }

  /** Opens a connection for a waiting request when another has closed. */
  #sendWaiting(): void {
    if (this.#openCount >= this.#order.connections) return
    const request = this.#waiting.shift()
    if (request) this.#send(request)
  }
}

process.on('message', (order: LoadOrder) => {
  new Load(order, (found) => process.send?.(found)).start()
})
process.on('disconnect', () => process.exit(0))
