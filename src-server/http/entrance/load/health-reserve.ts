import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { pathOf } from '../request-url.ts'

/** Paths that load balancers and monitors request. */
const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

type ReserveOptions = {
  /** Connections that may request any path; connections beyond them belong to the reserve. */
  most: number
  /** Lifetime of a reserved connection, so that idle ones cannot fill the reserve for long. */
  endsAfterMs?: number
}

/**
 * Reserves a server's last connections for health checks: without them a monitor would report a full server as down.
 */
export class HealthReserve {
  readonly #most: number
  readonly #endsAfterMs: number
  readonly #reserved = new WeakSet<Socket>()
  #open = 0

  constructor({ most, endsAfterMs = 5_000 }: ReserveOptions) {
    this.#most = most
    this.#endsAfterMs = endsAfterMs
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      this.#open++
      const isReserved = this.#open > this.#most
      if (isReserved) this.#reserved.add(socket)
      const timer = isReserved ? setTimeout(() => socket.destroy(), this.#endsAfterMs) : undefined
      socket.once('close', () => {
        this.#open--
        clearTimeout(timer)
      })
    })
  }

  /** Returns true when the request came on a reserved connection and is not a health check. */
  refuses({ socket, url = '' }: IncomingMessage): boolean {
    return this.#reserved.has(socket) && !HEALTH_PATHS.has(pathOf(url))
  }
}
