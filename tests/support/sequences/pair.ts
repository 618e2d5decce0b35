import { openDatabase } from '#db/database.ts'
import { emptySqlite } from '../database.ts'
import { createKeepAliveClient, type KeepAliveClient } from '../keep-alive.ts'
import { type KillableServer, startKillableServer } from '../killable-server.ts'
import { findBrokenInvariantsNow } from '../ledger.ts'
import { payment } from '../make.ts'
import { signUp } from '../sign-up.ts'
import { MerchantClient } from './merchant-client.ts'
import { emptyModelState, type ModelState } from './model.ts'

export const STRANGER = 'Zenobia Quirk'

/** A server of the pair, with a merchant (the stranger) whose data no other merchant may see. */
type PairedServer = {
  server: KillableServer
  client: KeepAliveClient
  /** Returns the invariants that the stored data violates. */
  findBrokenInvariants: () => Promise<string[]>
  close: () => Promise<void>
  strangersIds: Record<string, string>
  /** Returns the stranger's own payments and customers. */
  strangersView: () => Promise<string>
}
export type ServerPair = AsyncDisposable & { sqlite: PairedServer; postgres: PairedServer }

/** Starts a server on SQLite and a server on PostgreSQL; `fault` breaks the first. */
export async function startPair(connections: number, fault?: string): Promise<ServerPair> {
  // Pending payments stay pending until a command settles them.
  const environment = { SANDBOX_SETTLEMENT_MS: '86400000' }
  const options = { database: await emptySqlite(), ...(fault !== undefined && { fault }) }
  const [sqlite, postgres] = await Promise.all([
    preparePairedServer(startKillableServer(environment, options), connections),
    preparePairedServer(startKillableServer(environment), connections),
  ])
  return {
    sqlite,
    postgres,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([sqlite.close(), postgres.close()])
    },
  }
}

async function preparePairedServer(
  starting: Promise<KillableServer>,
  connections: number,
): Promise<PairedServer> {
  const server = await starting
  const client = createKeepAliveClient(server.url, connections)
  const { secret } = await signUp(server.url, 'stranger@example.com')
  const headers = { authorization: `Bearer ${secret}`, 'idempotency-key': 'theirs' }
  const body = payment({ customerName: STRANGER, customerEmail: 'zenobia@example.com' })
  const paid = await client.send({ method: 'POST', path: '/api/payments', headers, body })
  const { id, transactionId, customerId } = JSON.parse(paid.body)
  const openedDatabase = openDatabase({ url: server.databaseUrl, poolSize: connections })
  return {
    server,
    client,
    findBrokenInvariants: () =>
      openedDatabase.dialect === 'sqlite'
        ? checkOnNewConnection(server.databaseUrl)
        : findBrokenInvariantsNow(openedDatabase),
    close: async () => {
      client[Symbol.dispose]()
      await openedDatabase.close()
      await server[Symbol.asyncDispose]()
    },
    strangersIds: {
      '{txn:stranger}': id,
      '{ref:stranger}': transactionId,
      '{cus:stranger}': customerId,
    },
    strangersView: async () => {
      const [payments, customers] = await Promise.all(
        ['/api/transactions', '/api/customers'].map((path) => client.send({ path, headers })),
      )
      return `${payments?.body} ${customers?.body}`
    },
  }
}

/**
 * Opens a new connection for each check. SQLite's check reports a full-text index as damaged if its connection cached
 * the index layout before another process wrote to it.
 */
async function checkOnNewConnection(url: string): Promise<string[]> {
  const database = openDatabase({ url })
  try {
    return await findBrokenInvariantsNow(database)
  } finally {
    await database.close()
  }
}

/** A merchant that is new on both servers, with an empty model state. */
export type Merchant = { modelState: ModelState; sqlite: MerchantClient; postgres: MerchantClient }

export async function newMerchant(
  { sqlite, postgres }: ServerPair,
  name: string,
): Promise<Merchant> {
  const timezone = morningZone()
  const sideOf = async ({ server, client, strangersIds }: PairedServer) => {
    const { secret } = await signUp(server.url, `${name}@example.com`, { timezone })
    const side = new MerchantClient(client, secret)
    for (const [symbol, id] of Object.entries(strangersIds)) side.bind(symbol, id)
    return side
  }
  const [first, second] = await Promise.all([sideOf(sqlite), sideOf(postgres)])
  return { modelState: emptyModelState(dayIn(timezone)), sqlite: first, postgres: second }
}

/** Returns a time zone where it is eight o'clock. No day and no quarter of a day ends while the payments are made. */
function morningZone(): string {
  const hoursAhead = ((8 - new Date().getUTCHours() + 36) % 24) - 12
  return hoursAhead === 0 ? 'UTC' : `Etc/GMT${hoursAhead > 0 ? '-' : '+'}${Math.abs(hoursAhead)}`
}

const dayIn = (timeZone: string) => (offset: number) =>
  new Date(Date.now() + offset * 86_400_000).toLocaleDateString('sv-SE', { timeZone })
