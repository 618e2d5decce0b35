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
  /** The same list as a program asks for it that can read gzip; the floor compresses nothing. */
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

/** A merchant whose customers, all that pay later, have paid once. */
async function makeShop(databaseUrl: string, secretKey: string, runtime?: Runtime): Promise<Made> {
  const server = await startServer(databaseUrl, secretKey, runtime && { runtime })
  const made = await makeMerchant(server.url)
  await payOnceEach(server.url, made.secret)
  await server.stop()
  return made
}

export type PostgresWrites = {
  written: Sides
  /** One process that does everything, and so many that answer beside one that works. */
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
    // The same rows of the same merchant: the two write into one database, in turns.
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
 * Payments on other Nodes, or by other versions of this project, each in a folder in which it was installed and built.
 * Each has a file of its own, for a version reads no file of a later one.
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
 * The same on PostgreSQL, by one process that does everything and by two that answer. Each version has a server of
 * PostgreSQL of its own: what one makes it learn of its tables would serve the other.
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
