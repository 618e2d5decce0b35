import { copyFileSync } from 'node:fs'
import path from 'node:path'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { ResourceStack } from '#tests/support/resource-stack.ts'
import { measureAlternately, type Rounds, type RoundsByServer } from './alternating-rounds.ts'
import { paymentRequest, payOnceEach, readRequest } from './load.ts'
import { type BenchMerchant, makeMerchant, signIn } from './merchant.ts'
import { type RunningServer, type Runtime, startFloor, startServer } from './server.ts'

export type Bench = {
  folder: string
  secretKey: string
  rounds: Rounds
  /** URLs of the webhook endpoints that each measured merchant has. */
  endpoints: readonly string[]
}

const LIST = '/api/transactions?limit=100'

/** Results on SQLite: this product beside the floor, a bare server that only stores the same rows. */
export type SqliteWrites = {
  written: RoundsByServer
  listed: RoundsByServer
  /** The same list, requested with gzip; the floor compresses nothing. */
  listedInGzip: RoundsByServer
  peakMb: number
  file: string
}

export async function measureWrites({
  folder,
  secretKey,
  rounds,
  endpoints,
}: Bench): Promise<SqliteWrites> {
  const file = path.join(folder, 'ours.db')
  const merchant = await makePaidMerchant(`file:${file}`, secretKey, { endpoints })
  const floorFile = path.join(folder, 'floor.db')
  copyFileSync(file, floorFile)
  const ours = await startServer(`file:${file}`, secretKey)
  const floor = await startFloor(`file:${floorFile}`, merchant.merchantId)
  await signIn(ours.url, merchant)
  const sides = { ours: [ours], floor: [floor] }
  const written = await measureAlternately(sides, paymentRequest(merchant.secret), rounds)
  const { peakMb } = ours.memory()
  const listed = await measureAlternately(sides, readRequest(merchant.secret, LIST), rounds)
  const listedInGzip = await measureAlternately(
    sides,
    readRequest(merchant.secret, LIST, 'gzip, deflate'),
    rounds,
  )
  await ours.stop()
  await floor.stop()
  return { written, listed, listedInGzip, peakMb, file }
}

/** Creates a merchant whose customers have all paid once, so that later payments find them. */
async function makePaidMerchant(
  databaseUrl: string,
  secretKey: string,
  { runtime, endpoints = [] }: { runtime?: Runtime; endpoints?: readonly string[] } = {},
): Promise<BenchMerchant> {
  const server = await startServer(databaseUrl, secretKey, runtime && { runtime })
  const merchant = await makeMerchant(server.url, { endpoints })
  await payOnceEach(server.url, merchant.secret)
  await server.stop()
  return merchant
}

export type PostgresWrites = {
  written: RoundsByServer
  /** `one`: a single process with all roles. `two` and `four`: that many web processes beside one for background work. */
  processes: RoundsByServer<'one' | 'two' | 'four'>
}

export async function measurePostgres({
  secretKey,
  rounds,
  endpoints,
}: Bench): Promise<PostgresWrites> {
  const postgres = await startPostgres({ isDurable: true })
  const { url } = postgres
  const all: RunningServer[] = []
  const start = async (role: 'all' | 'web' | 'worker', merchant: BenchMerchant) => {
    const server = await startServer(url, secretKey, { role })
    all.push(server)
    if (role !== 'worker') await signIn(server.url, merchant)
    return server
  }
  try {
    const merchant = await makePaidMerchant(url, secretKey, { endpoints })
    const one = await start('all', merchant)
    // The floor writes the same rows of the same merchant into the same database, in alternating rounds.
    const floor = await startFloor(url, merchant.merchantId)
    all.push(floor)
    const request = paymentRequest(merchant.secret)
    const written = await measureAlternately({ ours: [one], floor: [floor] }, request, rounds)
    await floor.stop()
    all.pop()
    const web = []
    for (let n = 0; n < 4; n++) web.push(await start('web', merchant))
    const processes = await measureAlternately(
      { one: [one], two: web.slice(0, 2), four: web },
      request,
      rounds,
    )
    return { written, processes }
  } finally {
    for (const server of all.toReversed()) await server.stop()
    await postgres.stop()
  }
}

/**
 * Measures payments on other Node.js versions or other versions of this project, each built in its own folder.
 * Each has its own database file, because a version cannot read the file of a later version.
 */
export async function measureNodes(
  { folder, secretKey, rounds, endpoints }: Bench,
  runtimes: Record<string, Runtime>,
): Promise<RoundsByServer<string>> {
  const servers: Record<string, RunningServer[]> = {}
  const secrets: Record<string, string> = {}
  for (const [name, runtime] of Object.entries(runtimes)) {
    const url = `file:${path.join(folder, `nodes-${Object.keys(servers).length}.db`)}`
    const merchant = await makePaidMerchant(url, secretKey, { runtime, endpoints })
    const server = await startServer(url, secretKey, { runtime })
    await signIn(server.url, merchant)
    servers[name] = [server]
    secrets[name] = merchant.secret
  }
  const results = await measureAlternately(
    servers,
    (name) => paymentRequest(secrets[name] ?? ''),
    rounds,
  )
  for (const [server] of Object.values(servers)) await server?.stop()
  return results
}

/**
 * Measures payments of each runtime on PostgreSQL, with one process that does everything and with two that serve
 * requests. Each runtime has its own PostgreSQL server, because statistics collected for one would help the next.
 */
export async function measureNodesOnPostgres(
  { secretKey, rounds, endpoints }: Bench,
  runtimes: Record<string, Runtime>,
): Promise<RoundsByServer<string>> {
  await using disposables = new ResourceStack()
  const servers: Record<string, RunningServer[]> = {}
  const secrets: Record<string, string> = {}
  for (const [name, runtime] of Object.entries(runtimes)) {
    const postgres = await startPostgres({ isDurable: true })
    disposables.use({ [Symbol.asyncDispose]: postgres.stop })
    const merchant = await makePaidMerchant(postgres.url, secretKey, { runtime, endpoints })
    const start = async (role: 'all' | 'web') => {
      const server = await startServer(postgres.url, secretKey, { role, runtime })
      disposables.use({ [Symbol.asyncDispose]: server.stop })
      await signIn(server.url, merchant)
      return server
    }
    servers[`${name}, one`] = [await start('all')]
    servers[`${name}, two`] = [await start('web'), await start('web')]
    for (const count of ['one', 'two']) secrets[`${name}, ${count}`] = merchant.secret
  }
  return await measureAlternately(servers, (name) => paymentRequest(secrets[name] ?? ''), rounds)
}
