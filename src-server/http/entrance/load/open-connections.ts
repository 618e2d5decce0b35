import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Times that connections stay open while a server stops. */
export type EndingTimes = {
  /** Milliseconds for the first request of a new connection to arrive. */
  idleMs: number
  /** Milliseconds for all requests and responses, such as a body that never arrives. */
  limitMs: number
}

/** The limit is shorter than the stop of the whole server, whose later steps store what is in memory. */
const ENDING_TIMES: EndingTimes = { idleMs: 1000, limitMs: 7000 }

/**
 * Ends the connections of a server that stops. Node closes only connections that are idle at that moment and have served
 * a request. All others, such as the spare connections of browsers, would stay open until they time out. But Node stops
 * checking these timeouts when the server closes.
 */
export class OpenConnections {
  /** Open connections with their unfinished responses, the first one first. */
  readonly #responses = new Map<Socket, Set<ServerResponse>>()
  readonly #times: EndingTimes
  #isEnding = false

  constructor(times: EndingTimes = ENDING_TIMES) {
    this.#times = times
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      if (this.#isEnding) {
        socket.destroy()
        return
      }
      this.#responses.set(socket, new Set())
      socket.once('close', () => this.#responses.delete(socket))
    })
  }

  /** Records that a connection waits for this response. */
  recordRequest({ socket }: IncomingMessage, response: ServerResponse): void {
    const responses = this.#responses.get(socket)
    if (this.#isEnding) askToClose([...(responses ?? []), response])
    responses?.add(response)
    response.once('close', () => {
      responses?.delete(response)
      if (this.#isEnding && responses?.size === 0) socket.destroySoon()
    })
  }

  /** Ends connections after their last response, idle ones soon, new ones at once, and all of them at the limit. */
  end(): void {
    this.#isEnding = true
    for (const responses of this.#responses.values()) askToClose([...responses])
    setTimeout(() => this.#destroy((responses) => responses.size === 0), this.#times.idleMs).unref()
    setTimeout(() => this.#destroy(() => true), this.#times.limitMs).unref()
  }

  #destroy(isToEnd: (responses: ReadonlySet<ServerResponse>) => boolean): void {
    for (const [socket, responses] of this.#responses) if (isToEnd(responses)) socket.destroy()
  }
}

/** Has the last response of a connection ask the client to send no further request on it. */
function askToClose(responses: readonly ServerResponse[]): void {
  for (const response of responses) {
    // If an earlier response asked for it, Node would end the connection without sending the later responses.
    if (!response.headersSent) response.shouldKeepAlive = response !== responses.at(-1)
  }
}
