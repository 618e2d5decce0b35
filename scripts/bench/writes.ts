import { copyFileSync } from 'node:fs'
import path from 'node:path'
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
async function makeShop(databaseUrl: string, secretKey: string): Promise<Made> {
  const server = await startServer(databaseUrl, secretKey)
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

/** Payments on other Nodes, each in a folder in which this project was installed and built with it. */
export async function measureNodes(
  { folder, secretKey, rounds }: Bench,
  runtimes: Record<string, Runtime>,
): Promise<Sides<string>> {
  const shop = path.join(folder, 'nodes.db')
  const made = await makeShop(`file:${shop}`, secretKey)
  const servers: Record<string, Running[]> = {}
  for (const [name, runtime] of Object.entries(runtimes)) {
    const file = path.join(folder, `${name}.db`)
    copyFileSync(shop, file)
    const server = await startServer(`file:${file}`, secretKey, { runtime })
    await signIn(server.url, made)
    servers[name] = [server]
  }
  const found = await sideBySide(servers, payments(made.secret), rounds)
  for (const [server] of Object.values(servers)) await server?.stop()
  return found
}
