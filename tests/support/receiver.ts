import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A webhook request as received. */
export type ReceivedRequest = { headers: IncomingMessage['headers']; body: string }

/** A merchant's webhook endpoint. `answer` sets the handler of later requests. */
export type Receiver = AsyncDisposable & {
  url: string
  /** Received requests, oldest first. */
  received: ReceivedRequest[]
  /** Returns the number of opened connections, also of connections without a request. */
  connections: () => number
  answer: (handler: RequestListener) => void
  server: Server
}

const ok: RequestListener = (_request, response) => response.end('thanks')

/** Starts a merchant's webhook endpoint on loopback that records its requests. */
export async function startReceiver(handler: RequestListener = ok): Promise<Receiver> {
  let current = handler
  let connections = 0
  const received: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => response.destroy())
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') })
      current(request, response)
    })
  })
  server.on('connection', () => {
    connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    connections: () => connections,
    answer: (next) => {
      current = next
    },
    server,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
