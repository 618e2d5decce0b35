import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

export type Trap = AsyncDisposable & {
  port: number
  /** By which of this machine's addresses it was reached, once for each connection. */
  hits: string[]
}

const plain = (address = ''): string => address.replace(/^::ffff:/, '')

/** Takes connections at every address of this machine, of both kinds, and ends them at once. */
export async function trap(): Promise<Trap> {
  const hits: string[] = []
  const server = createServer((socket: Socket) => {
    hits.push(plain(socket.localAddress))
    socket.destroy()
  })
  const listening = (host: string, port = 0) => {
    server.listen({ port, host, ipv6Only: false })
    return once(server, 'listening')
  }
  // A machine without IPv6 has no such address.
  await listening('::').catch(() => listening('0.0.0.0'))
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
