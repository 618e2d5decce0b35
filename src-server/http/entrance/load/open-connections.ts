import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Ends the connections of a server that stops. Node closes only connections that are idle at that moment and have
 * answered a request. It keeps other connections, such as the spare connections of browsers, until they time out.
 */
export class OpenConnections {
  /** Open connections with their unfinished responses, the first one first. */
  readonly #responses = new Map<Socket, Set<ServerResponse>>()
  #isEnding = false

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
  asked({ socket }: IncomingMessage, response: ServerResponse): void {
    const responses = this.#responses.get(socket)
    responses?.add(response)
    response.once('close', () => {
      responses?.delete(response)
      if (this.#isEnding && responses?.size === 0) socket.destroySoon()
    })
  }

  /** Ends idle connections now, busy connections after their last response, and new connections at once. */
  end(): void {
    this.#isEnding = true
    for (const [socket, responses] of this.#responses) {
      const last = [...responses].at(-1)
      // With `connection: close`, the response asks the client to send no further request on this connection.
      if (last) last.shouldKeepAlive = false
      else socket.destroy()
    }
  }
}
