import type { RequestListener } from 'node:http'
import { networkInterfaces } from 'node:os'
import { addFault, addFaults, drill, type Tally, tally } from '../support/drill.ts'
import { type HostileName, hostileNames } from '../support/hostile-names.ts'
import { hostileUrls } from '../support/hostile-urls.ts'
import {
  createKeepAliveClient,
  type KeepAliveClient,
  type PlainResponse,
} from '../support/keep-alive.ts'
import { type KillableServer, startKillableServer } from '../support/killable-server.ts'
import { findBrokenInvariants } from '../support/ledger.ts'
import { type NameServer, startNameServer } from '../support/name-server.ts'
import { startReceiver } from '../support/receiver.ts'
import { ResourceStack } from '../support/resource-stack.ts'
import { signUp } from '../support/sign-up.ts'
import { startTrap, type Trap } from '../support/trap.ts'

const MERCHANTS = 4
const TRAPS = 3
const GOOD = 'https://shop.example.com/hooks'

type Merchant = {
  save: (url: string) => Promise<PlainResponse>
  saved: () => Promise<string | null>
  /** Sends a test event at once, and returns the message about the endpoint. */
  deliver: () => Promise<string>
}

async function createMerchant(
  server: KillableServer,
  client: KeepAliveClient,
  n: number,
): Promise<Merchant> {
  const { cookie } = await signUp(server.url, `merchant${n}@example.com`)
  const send = (method: string, path: string, body?: object) =>
    client.send({ method, path, headers: { cookie }, ...(body && { body }) })
  const own = async () => JSON.parse((await send('GET', '/api/integrations')).body)[0]
  const { id } = await own()
  let saves = 0
  return {
    save: (webhookUrl) => {
      saves += 1
      return saves % 2 === 0
        ? send('PUT', `/api/integrations/${id}`, { webhookUrl })
        : send('POST', '/trpc/integrations.update', { id, webhookUrl })
    },
    saved: async () => (await own()).webhookUrl,
    deliver: async () => {
      const { body } = await send('POST', `/api/integrations/${id}/test`, {})
      const { checks } = JSON.parse(body)
      return checks.find(({ name }: { name: string }) => name === 'endpoint').message
    },
  }
}

/** Returns the URL with the port of a trap, unless it has its own port. */
const withPort = (url: string, port: number): string =>
  url.replace(/^(https?:\/\/(?:[^/@\\#]*@)?(?:\[[^\]]*\]|[^/:@\\#]+))(?=[/?#]|$)/i, `$1:${port}`)

const extraUrls = (port: number): string[] => [
  `https://127.0.0.1:${port}/`,
  `http://127.0.0.1:${port}/`,
  `http://localhost:${port}/`,
  `https://user@[::1]:${port}/`,
  `https://example.com:1@127.0.0.1:${port}/`,
  `https://127.0.0.1:${port}?@example.com/`,
  `https://127。0。0。1:${port}/`,
  `https://ⓛocalhost:${port}/`,
  `https://ⅼocalhost:${port}/`,
  `https://127.0.0.1:${port}\\@example.com/`,
  'gopher://127.0.0.1:22/_ssh',
  'https://127.0.0.1:25/',
  ...Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .map(({ address, family }) =>
      family === 'IPv6' ? `https://[${address}]:${port}/` : `https://${address}:${port}/`,
    ),
]

/** Skips blank URLs: an empty field turns webhooks off. */
const urlsFor = (port: number): string[] =>
  [
    ...new Set([
      ...hostileUrls.map((url) => withPort(url, port)),
      ...hostileUrls.filter((url) => /:\d+/.test(url)),
      ...extraUrls(port),
    ]),
  ].filter((url) => url.trim() !== '')

/** Checks that each URL is refused on saving, with and without an existing endpoint. */
async function checkSaving(
  merchants: Merchant[],
  urls: readonly string[],
  found: Tally,
): Promise<void> {
  const remaining = urls.values()
  const worker = async (merchant: Merchant, n: number) => {
    const before = n % 2 === 0 ? null : GOOD
    if (before) await merchant.save(before)
    for (const url of remaining) {
      const { status, body } = await merchant.save(url)
      found.tried += 1
      if (status === 400 && body.includes('webhookUrl')) continue
      addFault(found, 'leaked', `${status} to ${url.slice(0, 100)}: ${body.slice(0, 200)}`)
      // Delivers to an accepted URL, because only the traps can show that something was reached.
      if (status === 200) await merchant.deliver()
    }
    const saved = await merchant.saved()
    if (saved !== before) addFault(found, 'leaked', `${saved} was saved in place of ${before}`)
  }
  await Promise.all(merchants.map(worker))
}

/** Checks that each hostname is accepted on saving, and refused when the socket connects. */
async function checkConnecting(
  merchants: Merchant[],
  names: readonly HostileName[],
  { port, dns, found }: { port: number; dns: NameServer; found: Tally },
): Promise<void> {
  const remaining = names.values()
  const worker = async (merchant: Merchant) => {
    for (const { name, recordsAt: dnsRecords } of remaining) {
      dns.setRecords(name, dnsRecords)
      const { status, body } = await merchant.save(`https://${name}:${port}/hook`)
      const reply = status === 200 ? await merchant.deliver() : body
      found.tried += 1
      if (reply.includes('address not allowed')) continue
      addFault(found, 'leaked', `${name}: ${reply}`)
    }
  }
  await Promise.all(merchants.map(worker))
}

type SsrfContext = { traps: Trap[]; dns: NameServer; found: Tally }

async function checkStrict(
  scene: SsrfContext,
  options: { fault?: string; isBrief?: true },
): Promise<void> {
  const { traps, dns, found } = scene
  const environment = { WEBHOOK_PRIVATE: 'none', DRILL_NAME_SERVER: `127.0.0.1:${dns.port}` }
  const { fault, isBrief } = options
  await using server = await startKillableServer(environment, {
    outside: 'resolver',
    ...(fault && { fault }),
  })
  using client = createKeepAliveClient(server.url, MERCHANTS)
  const merchants = await Promise.all(
    Array.from({ length: isBrief ? 1 : MERCHANTS }, (_, n) => createMerchant(server, client, n)),
  )
  const [port = 0, otherPort = 0] = traps.map((each) => each.port)
  const isLocal = (text: string) => /127\.0\.0\.1|::1\b/.test(text)
  const urls = urlsFor(port).filter((url) => !isBrief || isLocal(url))
  found.notes.push(`${urls.length} addresses and ${hostileNames.length} names of the kind`)
  const names = hostileNames.filter(
    ({ recordsAt: dnsRecords }) =>
      !isBrief || dnsRecords(1).addresses.every((each) => isLocal(each)),
  )
  await checkSaving(merchants, urls.slice(0, isBrief ? 5 : undefined), found)
  await checkConnecting(merchants, names.slice(0, isBrief ? 2 : undefined), {
    port: otherPort,
    dns,
    found,
  })
  await server.stop()
  const broken = await findBrokenInvariants(server.databaseUrl)
  addFaults(found, 'crashed', broken)
  const hits = traps.flatMap((each) => each.hits)
  for (const address of hits) addFault(found, 'leaked', `reached ${address}`)
}

const own = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .filter(({ internal, address }) => !internal && !address.startsWith('fe80'))
  .map(({ address }) => address)

/**
 * Treats loopback as public, and tries hostnames that resolve to it first and to an internal IP address later, and
 * redirects.
 */
async function checkRebinding({ traps, dns, found }: SsrfContext): Promise<void> {
  const environment = { WEBHOOK_PRIVATE: 'loopback', DRILL_NAME_SERVER: `127.0.0.1:${dns.port}` }
  await using server = await startKillableServer(environment, { outside: 'resolver' })
  using client = createKeepAliveClient(server.url, MERCHANTS)
  const merchant = await createMerchant(server, client, 0)
  const [allowed, forbidden] = traps
  if (!allowed || !forbidden) throw new Error('no traps')
  const targets = [...own, '10.0.0.1', '169.254.169.254', '192.168.0.1', 'fd00:ec2::254']
  for (const [n, target] of targets.entries()) {
    const name = `rebind${n}.example`
    dns.setRecords(name, (queryNumber) => ({
      addresses: [queryNumber === 1 ? '127.0.0.1' : target],
    }))
    await merchant.save(`https://${name}:${allowed.port}/`)
    const hitsBefore = allowed.hits.length
    const first = await merchant.deliver()
    // Without this first delivery, the name server or the trap would prove nothing.
    if (allowed.hits.length === hitsBefore) throw new Error(`${name} was not reached: ${first}`)
    const laterMessages = [await merchant.deliver(), await merchant.deliver()]
    found.tried += 1
    const accepted = laterMessages.filter((reply) => !reply.includes('address not allowed'))
    for (const reply of accepted) addFault(found, 'leaked', `${name}: ${reply}`)
  }
  const extraHits = allowed.hits.slice(targets.length)
  for (const address of extraHits) addFault(found, 'leaked', `reached once more: ${address}`)
  await checkRedirects(merchant, forbidden, found)
  await server.stop()
  addFaults(found, 'crashed', await findBrokenInvariants(server.databaseUrl))
}

async function checkRedirects(merchant: Merchant, forbidden: Trap, found: Tally): Promise<void> {
  await using endpoint = await startReceiver()
  for (const status of [301, 302, 303, 307, 308]) {
    for (const host of [
      `127.0.0.1:${forbidden.port}`,
      '169.254.169.254',
      `[::1]:${forbidden.port}`,
    ]) {
      const result: RequestListener = (_, response) =>
        response.writeHead(status, { location: `http://${host}/latest/meta-data` }).end()
      endpoint.answer(result)
      await merchant.save(endpoint.url)
      const reply = await merchant.deliver()
      found.tried += 1
      if (reply === `The endpoint responded with ${status}.`) continue
      addFault(found, 'leaked', `${status} to ${host}: ${reply}`)
    }
  }
  for (const address of forbidden.hits) addFault(found, 'leaked', `led to ${address}`)
}

async function scene(check: (scene: SsrfContext) => Promise<void>): Promise<Tally> {
  const found = tally()
  await using resources = new ResourceStack()
  const dns = resources.use(await startNameServer())
  const traps: Trap[] = []
  for (let n = 0; n < TRAPS; n++) traps.push(resources.use(await startTrap()))
  await check({ traps, dns, found })
  return found
}

drill({
  row: 'ssrf',
  what: 'webhook addresses inside the network: spellings, names, rebinding, redirects, with listeners at every address of this machine',
  quick: 300,
  full: 300,
  only: 'sqlite',
  run: () =>
    scene(async (each) => {
      await checkStrict(each, {})
      await checkRebinding(each)
    }),
  selfTest: () => scene((each) => checkStrict(each, { fault: 'open-door', isBrief: true })),
})
