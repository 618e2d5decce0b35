import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { pathOf } from '../address.ts'

/** What balancers and monitors ask for. */
const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

type ReserveOptions = {
  /** Connections that may ask for anything; those opened beyond them are of the reserve. */
  most: number
  /** How long a connection of the reserve stays open, so that idle ones cannot fill it for long. */
  endsAfterMs?: number
}

/** Keeps the last connections of a server for those who ask how it fares: to them a full server would look dead. */
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

  /** Tells whether the request came on a connection of the reserve and asks for something else. */
  refuses({ socket, url = '' }: IncomingMessage): boolean {
    return this.#reserved.has(socket) && !HEALTH_PATHS.has(pathOf(url))
  }
}
