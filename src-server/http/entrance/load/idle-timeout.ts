import type http from 'node:http'
import type { Socket } from 'node:net'

/** Longest time that a client with a complete request may wait for the response to begin. */
const MAX_RESPONSE_MS = 1_800_000

type PendingResponse = {
  request: http.IncomingMessage
  response: http.ServerResponse
  sinceMs: number
}

/**
 * Closes connections after an idle timeout: clients that neither send nor read. A client that waits for the server is
 * not idle: work in batches, such as an erasure, takes long.
 */
export class IdleTimeout {
  readonly #ms: number
  readonly #pending = new WeakMap<Socket, PendingResponse>()

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

  /** Records that the client of this request waits for its response. */
  recordRequest(request: http.IncomingMessage, response: http.ServerResponse): void {
    this.#pending.set(request.socket, { request, response, sinceMs: performance.now() })
  }

  #isWaiting(socket: Socket): boolean {
    const last = this.#pending.get(socket)
    if (!last) return false
    const { request, response, sinceMs } = last
    const isServerWorking = request.complete && !response.headersSent && !response.destroyed
    return isServerWorking && performance.now() - sinceMs < MAX_RESPONSE_MS
  }
}
