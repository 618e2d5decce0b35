import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** A server that detects connections to this machine. */
export type Trap = AsyncDisposable & {
  port: number
  /** This machine's IP address of each accepted connection. */
  hits: string[]
}

const toPlainAddress = (address = ''): string => address.replace(/^::ffff:/, '')

/** Accepts connections on every IPv4 and IPv6 address of this machine, and closes them at once. */
export async function startTrap(): Promise<Trap> {
  const hits: string[] = []
  const server = createServer((socket: Socket) => {
    hits.push(toPlainAddress(socket.localAddress))
    socket.destroy()
  })
  const listenOn = (host: string, port = 0) => {
    server.listen({ port, host, ipv6Only: false })
    return once(server, 'listening')
  }
  // A machine without IPv6 cannot listen on `::`.
  await listenOn('::').catch(() => listenOn('0.0.0.0'))
  const address = server.address()
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    hits,
    [Symbol.asyncDispose]: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}
