import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { freePort } from './built-server.ts'

const POLL_INTERVAL_MS = 20

/** A load balancer for web processes, with the URL that clients use. */
export type Balancer = AsyncDisposable & {
  url: string
  /** Resolves once the balancer sends requests to exactly these URLs. */
  waitUntilServing: (...urls: string[]) => Promise<void>
}

/**
 * Starts a load balancer. It polls `/readyz` of each process and sends requests round robin to the ready ones. It
 * retries nothing, so a request that fails on the way fails for the client.
 */
export async function startBalancer(targets: () => readonly string[]): Promise<Balancer> {
  const readyUrls = new Set<string>()
  const waiting: (() => void)[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  let nextIndex = 0

  const server = createServer((incoming, outgoing) => {
    const ready = [...readyUrls]
    const target = ready[nextIndex++ % ready.length]
    if (target === undefined) {
      outgoing.writeHead(502).end('no process is ready')
      return
    }
    const { method, headers, url } = incoming
    const forwarded = request(
      new URL(url ?? '/', target),
      { method, headers, agent },
      (response: IncomingMessage) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(outgoing)
      },
    )
    forwarded.on('error', (error) => outgoing.writeHead(502).end(String(error)))
    incoming.pipe(forwarded)
  })

  const poll = async (): Promise<void> => {
    const polledUrls = targets()
    const answers = await Promise.all(
      polledUrls.map((url) =>
        fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1000) }).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    )
    readyUrls.clear()
    for (const [index, isReady] of answers.entries())
      if (isReady) readyUrls.add(polledUrls[index] ?? '')
    for (const check of waiting.splice(0)) check()
  }
  let polling = poll()
  const timer = setInterval(() => {
    polling = polling.then(poll)
  }, POLL_INTERVAL_MS)

  // Without a timeout, because a connection closed just as the client reuses it would count as a failed request.
  server.keepAliveTimeout = 0
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${port}`,
    waitUntilServing: async (...urls) => {
      while (urls.length !== readyUrls.size || urls.some((url) => !readyUrls.has(url))) {
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
    },
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer)
      await polling
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
