import { once } from 'node:events'
import { createServer } from 'node:http'
import SqliteDatabase from 'better-sqlite3'

/** A deliberately vulnerable server, for the self-test of the scanners. */
export type InjectableServer = AsyncDisposable & { url: string }

/** Starts a server with an SQL injection, on which scanners must find it. */
export async function startInjectableServer(): Promise<InjectableServer> {
  const database = new SqliteDatabase(':memory:')
  database.exec(`create table payments (id text, name text);
    insert into payments values ('txn_1', 'Ada'), ('txn_2', 'Bo')`)
  const server = createServer((request, response) => {
    const search = new URL(request.url ?? '/', 'http://localhost').searchParams.get('search') ?? ''
    try {
      const statement = `select * from payments where name like '%${search}%'`
      const body = JSON.stringify(database.prepare(statement).all())
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    } catch {
      response.writeHead(400).end()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      database.close()
    },
  }
}
