import { copyFileSync } from 'node:fs'
import path from 'node:path'
import { Many } from '#tests/support/many.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { payments, payOnceEach, reads } from './load.ts'
import { type Made, makeMerchant, signIn } from './merchant.ts'
import { type Running, type Runtime, startFloor, startServer } from './server.ts'
import { type Rounds, type Sides, sideBySide } from './sides.ts'

export type Bench = { folder: string; secretKey: string; rounds: Rounds }

const LIST = '/api/transactions?limit=100'

export type SqliteWrites = {
  written: Sides
  listed: Sides
  /** The same list, requested with gzip; the floor compresses nothing. */
  listedInGzip: Sides
  peakMb: number
  file: string
}

export async function measureWrites({ folder, secretKey, rounds }: Bench): Promise<SqliteWrites> {
  const file = path.join(folder, 'ours.db')
  const made = await makeShop(`file:${file}`, secretKey)
  const floorFile = path.join(folder, 'floor.db')
  copyFileSync(file, floorFile)
  const ours = await startServer(`file:${file}`, secretKey)
  const floor = await startFloor(`file:${floorFile}`, made.merchantId)
  await signIn(ours.url, made)
  const sides = { ours: [ours], floor: [floor] }
  const written = await sideBySide(sides, payments(made.secret), rounds)
  const { peakMb } = ours.memory()
  const listed = await sideBySide(sides, reads(made.secret, LIST), rounds)
  const listedInGzip = await sideBySide(sides, reads(made.secret, LIST, 'gzip, deflate'), rounds)
  await ours.stop()
  await floor.stop()
  return { written, listed, listedInGzip, peakMb, file }
}

/** Creates a merchant whose customers have all paid once, so that later payments find them. */
async function makeShop(databaseUrl: string, secretKey: string, runtime?: Runtime): Promise<Made> {
  const server = await startServer(databaseUrl, secretKey, runtime && { runtime })
  const made = await makeMerchant(server.url)
  await payOnceEach(server.url, made.secret)
  await server.stop()
  return made
}

export type PostgresWrites = {
  written: Sides
  /** `one` is a process that does everything; `two` and `four` serve requests while it does the background work. */
  processes: Sides<'one' | 'two' | 'four'>
}

export async function measurePostgres({ secretKey, rounds }: Bench): Promise<PostgresWrites> {
  const postgres = await startPostgres({ isDurable: true })
  const { url } = postgres
  const all: Running[] = []
  const start = async (role: 'all' | 'web' | 'worker', made: Made) => {
    const server = await startServer(url, secretKey, { role })
    all.push(server)
    if (role !== 'worker') await signIn(server.url, made)
    return server
  }
  try {
    const made = await makeShop(url, secretKey)
    const one = await start('all', made)
    // The floor writes the same rows of the same merchant into the same database, in alternating rounds.
    const floor = await startFloor(url, made.merchantId)
    all.push(floor)
    const request = payments(made.secret)
    const written = await sideBySide({ ours: [one], floor: [floor] }, request, rounds)
    await floor.stop()
    all.pop()
    const web = []
    for (let n = 0; n < 4; n++) web.push(await start('web', made))
    const processes = await sideBySide(
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
 * Measures payments on other Nodes or other versions of this project, each in the folder of its installation and build.
 * Each has its own database file, because a version cannot read the file of a later version.
 */
export async function measureNodes(
  { folder, secretKey, rounds }: Bench,
  runtimes: Record<string, Runtime>,
): Promise<Sides<string>> {
  const servers: Record<string, Running[]> = {}
  const secrets: Record<string, string> = {}
  for (const [name, runtime] of Object.entries(runtimes)) {
    const url = `file:${path.join(folder, `nodes-${Object.keys(servers).length}.db`)}`
    const made = await makeShop(url, secretKey, runtime)
    const server = await startServer(url, secretKey, { runtime })
    await signIn(server.url, made)
    servers[name] = [server]
    secrets[name] = made.secret
  }
  const found = await sideBySide(servers, (name) => payments(secrets[name] ?? ''), rounds)
  for (const [server] of Object.values(servers)) await server?.stop()
  return found
}

/**
 * Measures payments of each runtime on PostgreSQL, with one process that does everything and with two that serve
 * requests. Each has its own PostgreSQL server: what PostgreSQL learns about tables from one would help the other.
 */
export async function measureNodesOnPostgres(
  { secretKey, rounds }: Bench,
  runtimes: Record<string, Runtime>,
): Promise<Sides<string>> {
  await using held = new Many()
  const servers: Record<string, Running[]> = {}
  const secrets: Record<string, string> = {}
  for (const [name, runtime] of Object.entries(runtimes)) {
    const postgres = await startPostgres({ isDurable: true })
    held.use({ [Symbol.asyncDispose]: postgres.stop })
    const made = await makeShop(postgres.url, secretKey, runtime)
    const start = async (role: 'all' | 'web') => {
      const server = await startServer(postgres.url, secretKey, { role, runtime })
      held.use({ [Symbol.asyncDispose]: server.stop })
      await signIn(server.url, made)
      return server
    }
    servers[`${name}, one`] = [await start('all')]
    servers[`${name}, two`] = [await start('web'), await start('web')]
    for (const count of ['one', 'two']) secrets[`${name}, ${count}`] = made.secret
  }
  return await sideBySide(servers, (name) => payments(secrets[name] ?? ''), rounds)
}
