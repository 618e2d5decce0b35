import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Running clients that misuse their connections. `stop` closes all of them. */
export type HostileConnections = {
  /** Number of responses to oversized headers, by status. Only 431 is expected. */
  answers: Map<string, number>
  stop: () => Promise<void>
}

const SLOW_INTERVAL_MS = 500
const HUGE_INTERVAL_MS = 50

const head = 'POST /api/payments HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n'
/** Requests with headers that never end, with a body that never ends, and without any byte. */
const beginnings = [`${head}x-`, `${head}content-length: 500\r\n\r\n{`, '']
const huge = `GET /api/merchants HTTP/1.1\r\nhost: 127.0.0.1\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`

/** Starts clients that send a byte now and then, and clients that send too many headers, until stopped. */
export function startHostileConnections(port: number, slow: number): HostileConnections {
  const answers = new Map<string, number>()
  const openSockets = new Set<Socket>()
  const openConnection = (text: string): Socket => {
    const socket = connect(port, '127.0.0.1')
    openSockets.add(socket)
    // Ignored, because the server may reset these connections.
    socket.on('error', () => {})
    socket.on('close', () => openSockets.delete(socket))
    socket.write(text)
    return socket
  }
  const slowSockets = Array.from({ length: slow }, (_, i) =>
    openConnection(beginnings[i % 3] ?? ''),
  )
  const timers = [
    setInterval(() => {
      for (const socket of slowSockets) {
        if (socket.writable && socket.bytesWritten > 0) socket.write('a')
        socket.resume()
      }
    }, SLOW_INTERVAL_MS),
    setInterval(() => {
      openConnection(huge).once('data', (bytes: Buffer) => {
        const status = bytes.toString('latin1').slice(9, 12)
        answers.set(status, (answers.get(status) ?? 0) + 1)
      })
    }, HUGE_INTERVAL_MS),
  ]
  return {
    answers,
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(
        [...openSockets].map((socket) => {
          const closed = once(socket, 'close')
          socket.destroy()
          return closed
        }),
      )
    },
  }
}
