import { openDatabase } from '#db/database.ts'
import { emptySqlite } from '../database.ts'
import { type KeepAlive, keepAlive } from '../keep-alive.ts'
import { type KillableServer, killableServer } from '../killable-server.ts'
import { brokenNow } from '../ledger.ts'
import { payment } from '../make.ts'
import { signUp } from '../sign-up.ts'
import { type Books, emptyBooks } from './model.ts'
import { Side } from './side.ts'

export const STRANGER = 'Zenobia Quirk'

/** One of the two servers, with a stranger on it: a merchant whose things no other may see. */
type Place = {
  server: KillableServer
  client: KeepAlive
  /** Which invariants do not hold of what is stored now. */
  broken: () => Promise<string[]>
  close: () => Promise<void>
  strangersIds: Record<string, string>
  /** What the stranger sees of their own. */
  strangersView: () => Promise<string>
}
export type Pair = AsyncDisposable & { sqlite: Place; postgres: Place }

/** The server on SQLite and the server on PostgreSQL; `fault` breaks the first. */
export async function pairOfServers(connections: number, fault?: string): Promise<Pair> {
  // What is pending stays so until a command settles it.
  const environment = { SANDBOX_SETTLEMENT_MS: '86400000' }
  const options = { database: await emptySqlite(), ...(fault !== undefined && { fault }) }
  const [sqlite, postgres] = await Promise.all([
    placeOf(killableServer(environment, options), connections),
    placeOf(killableServer(environment), connections),
  ])
  return {
    sqlite,
    postgres,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([sqlite.close(), postgres.close()])
    },
  }
}

async function placeOf(starting: Promise<KillableServer>, connections: number): Promise<Place> {
  const server = await starting
  const client = keepAlive(server.url, connections)
  const { secret } = await signUp(server.url, 'stranger@example.com')
  const headers = { authorization: `Bearer ${secret}`, 'idempotency-key': 'theirs' }
  const body = payment({ customerName: STRANGER, customerEmail: 'zenobia@example.com' })
  const paid = await client.ask({ method: 'POST', path: '/api/payments', headers, body })
  const { id, transactionId, customerId } = JSON.parse(paid.body)
  const kept = openDatabase({ url: server.databaseUrl, poolSize: connections })
  return {
    server,
    client,
    broken: () => (kept.dialect === 'sqlite' ? brokenAnew(server.databaseUrl) : brokenNow(kept)),
    close: async () => {
      client[Symbol.dispose]()
      await kept.close()
      await server[Symbol.asyncDispose]()
    },
    strangersIds: {
      '{txn:stranger}': id,
      '{ref:stranger}': transactionId,
      '{cus:stranger}': customerId,
    },
    strangersView: async () => {
      const [payments, customers] = await Promise.all(
        ['/api/transactions', '/api/customers'].map((path) => client.ask({ path, headers })),
      )
      return `${payments?.body} ${customers?.body}`
    },
  }
}

/**
 * SQLite's own check takes a full-text index for damaged when its connection remembers how the index
 * was laid out before another process wrote to it, so each check has a connection of its own.
 */
async function brokenAnew(url: string): Promise<string[]> {
  const database = openDatabase({ url })
  try {
    return await brokenNow(database)
  } finally {
    await database.close()
  }
}

/** A merchant that is new at both servers, with nothing in its books. */
export type Merchant = { books: Books; sqlite: Side; postgres: Side }

export async function newMerchant({ sqlite, postgres }: Pair, name: string): Promise<Merchant> {
  const timezone = morningZone()
  const sideOf = async ({ server, client, strangersIds }: Place) => {
    const { secret } = await signUp(server.url, `${name}@example.com`, { timezone })
    const side = new Side(client, secret)
    for (const [symbol, id] of Object.entries(strangersIds)) side.bind(symbol, id)
    return side
  }
  const [first, second] = await Promise.all([sideOf(sqlite), sideOf(postgres)])
  return { books: emptyBooks(dayIn(timezone)), sqlite: first, postgres: second }
}

/** Where it is eight o'clock: no day and no quarter of one ends while the payments are made. */
function morningZone(): string {
  const ahead = ((8 - new Date().getUTCHours() + 36) % 24) - 12
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

const dayIn = (timeZone: string) => (offset: number) =>
  new Date(Date.now() + offset * 86_400_000).toLocaleDateString('sv-SE', { timeZone })
