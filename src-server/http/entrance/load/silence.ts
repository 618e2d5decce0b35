import type http from 'node:http'
import type { Socket } from 'node:net'

/** So long a client that has said all may wait for the beginning of its answer. */
const ANSWERED_WITHIN_MS = 1_800_000

type OpenAnswer = { request: http.IncomingMessage; response: http.ServerResponse; sinceMs: number }

/**
 * Ends connections on which nothing moves: those of clients that neither ask nor take what they asked
 * for. One that waits for us is not silent: what is done in pieces, such as an erasure, takes its time.
 */
export class Silence {
  readonly #ms: number
  readonly #answering = new WeakMap<Socket, OpenAnswer>()

  constructor(ms: number) {
    this.#ms = ms
  }

  watch(server: http.Server): void {
    server.setTimeout(this.#ms)
    server.on('timeout', (socket: Socket) => {
      if (this.#isWaiting(socket)) socket.setTimeout(this.#ms)
      else socket.destroy()
    })
  }

  asked(request: http.IncomingMessage, response: http.ServerResponse): void {
    this.#answering.set(request.socket, { request, response, sinceMs: performance.now() })
  }

  #isWaiting(socket: Socket): boolean {
    const last = this.#answering.get(socket)
    if (!last) return false
    const { request, response, sinceMs } = last
    const isOurs = request.complete && !response.headersSent && !response.destroyed
    return isOurs && performance.now() - sinceMs < ANSWERED_WITHIN_MS
  }
}
