import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy that loses responses. `lostCount` returns their number. */
export type CuttingProxy = AsyncDisposable & { url: string; lostCount: () => number }

/**
 * Starts a proxy in front of a server. For the next `count` requests it waits for the server's response and then closes
 * the caller's connection: before the response, or in the middle of its body.
 */
export async function startCuttingProxy(
  target: string,
  { count, isInBody = false }: { count: number; isInBody?: boolean },
): Promise<CuttingProxy> {
  let lost = 0
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming
    const forwarded = request(new URL(url ?? '/', target), { method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const body = Buffer.concat(chunks)
        if (lost >= count) {
          outgoing.writeHead(response.statusCode ?? 502, response.headers).end(body)
          return
        }
        lost += 1
        if (!isInBody) {
          incoming.socket.destroy()
          return
        }
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        outgoing.write(body.subarray(0, 20), () => incoming.socket.destroy())
      })
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    lostCount: () => lost,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
