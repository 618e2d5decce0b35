import { connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { type DatabaseOptions, openDatabase } from '#db/database.ts'
import { isOutcomeUnknown, isUnavailable } from '#db/failures.ts'
import { splitConnections } from '#db/postgres/postgres-pool.ts'
import { prepareQuery } from '#db/prepared.ts'
import { problemOf } from '#server/core/calls/problem.ts'
import { dialect, freshDatabase } from '../support/database.ts'
import { startPostgres } from '../support/postgres-server.ts'

/** Opens a pool, of one connection by default, through a proxy that can cut all its connections. */
async function openWithProxy(more: Partial<DatabaseOptions> = {}) {
  const fresh = await freshDatabase()
  const server = new URL(fresh.url)
  const sockets = new Set<Socket>()
  const proxy = createServer((clientSocket) => {
    const serverSocket = connect(Number(server.port), server.hostname)
    const end = () => [clientSocket, serverSocket].map((each) => each.destroy())
    for (const socket of [clientSocket, serverSocket]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', end)
    }
    clientSocket.pipe(serverSocket).pipe(clientSocket)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as { port: number }
  const url = fresh.url.replace(server.host, `127.0.0.1:${port}`)
  const database = openDatabase({ url, poolSize: 1, ...more })
  const admin = new pg.Client({ connectionString: fresh.url })
  await admin.connect()
  return {
    ...database,
    admin,
    cut: () => {
      for (const socket of sockets) socket.destroy()
    },
    [Symbol.asyncDispose]: async () => {
      await database.close()
      await admin.end()
      proxy.close()
      await fresh.remove()
    },
  }
}

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

const deleteByKind = prepareQuery((db, { kind }: { kind: 'customer' }) =>
  db.deleteFrom('searchTexts').where('kind', '=', kind),
)

test('the pool keeps over half of its connections for single statements, and one or more for transactions', () => {
  const shares = Array.from({ length: 100 }, (_, n) => ({ all: n + 1, ...splitConnections(n + 1) }))

  expect(shares.slice(0, 4)).toEqual([
    { all: 1, reads: 1, work: 0 },
    { all: 2, reads: 1, work: 1 },
    { all: 3, reads: 2, work: 1 },
    { all: 4, reads: 3, work: 1 },
  ])
  expect(shares[9]).toEqual({ all: 10, reads: 6, work: 4 })
  for (const { all, reads, work } of shares) expect(reads + work).toBe(all)
})

describe.runIf(dialect === 'postgres')('the pool', () => {
  test('runs transactions and look-ups by key without waiting for long statements', async () => {
    await using setup = await openWithProxy({ poolSize: 4 })
    const { db, admin } = setup
    await admin.query('select pg_advisory_lock(7)')
    const blockedQueries = Array.from({ length: 6 }, () =>
      sql`select pg_advisory_xact_lock(7)`.execute(db),
    )
    const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted`
    await expect.poll(async () => (await admin.query(waiting)).rowCount).toBe(2)

    await deleteByKind(db, { kind: 'customer' })
    await db.transaction().execute((trx) => sql`select 1`.execute(trx))
    const stillWaiting = (await admin.query(waiting)).rowCount
    await admin.query('select pg_advisory_unlock(7)')

    expect(stillWaiting).toBe(2)
    expect(await Promise.all(blockedQueries)).toHaveLength(6)
  })

  test('keeps named statements only where they are allowed', async () => {
    await using withNames = await openWithProxy()
    await using withoutNames = await openWithProxy({ usesNamedStatements: false })
    const statementNames = async ({ db }: typeof withNames) => {
      await deleteByKind(db, { kind: 'customer' })
      const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(
        db,
      )
      return rows.map(({ name }) => name)
    }

    expect(await statementNames(withNames)).toEqual([expect.stringMatching(/^prepared_\d+$/)])
    expect(await statementNames(withoutNames)).toEqual([])
  })

  test('sets limits with each transaction behind a pooler, and none that outlive it', async () => {
    await using ownSessions = await openWithProxy()
    await using pooled = await openWithProxy({ isPooled: true })
    const limits = async (db: typeof ownSessions.db) => {
      const { rows } = await sql<{ each: string }>`
        select setting as each from pg_settings
        where name in ('statement_timeout', 'idle_in_transaction_session_timeout')`.execute(db)
      return rows.map(({ each }) => each)
    }

    expect(await limits(ownSessions.db)).toEqual(['30000', '30000'])
    expect(await limits(pooled.db)).toEqual(['0', '0'])
    expect(await pooled.db.transaction().execute(limits)).toEqual(['30000', '30000'])
    const strict = pooled.db.transaction().setIsolationLevel('repeatable read')
    expect(await strict.execute(limits)).toEqual(['30000', '30000'])
    expect(await limits(pooled.db)).toEqual(['0', '0'])
  })

  test('reports an unknown outcome when the connection is cut during a commit', async () => {
    await using setup = await openWithProxy()
    const { db, admin } = setup
    await admin.query(`create table halt (id integer);
      create function wait() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(1); return null; end $$;
      create constraint trigger waits after insert on halt
        deferrable initially deferred for each row execute function wait()`)
    await admin.query('select pg_advisory_lock(1)')

    const committing = errorOf(
      db.transaction().execute((trx) => sql`insert into halt values (1)`.execute(trx)),
    )
    const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted`
    await expect.poll(async () => (await admin.query(waiting)).rowCount).toBe(1)
    setup.cut()
    const error = await committing
    await admin.query('select pg_advisory_unlock(1)')

    expect(isOutcomeUnknown(error)).toBe(true)
    expect(isUnavailable(error)).toBe(true)
    expect(problemOf(error, 'req_1')).toMatchObject({
      status: 503,
      code: 'unavailable',
      detail: expect.stringContaining('Ask again with the same Idempotency-Key'),
    })
    // The commit succeeded, although the client got no response.
    await expect.poll(async () => (await admin.query('select * from halt')).rowCount).toBe(1)
    await sql`select 1`.execute(db)
  })

  test('acknowledges nothing that did not reach the standby', async () => {
    const server = await startPostgres()
    const settingsClient = new pg.Client({ connectionString: server.url })
    await settingsClient.connect()
    await settingsClient.query('create table far (id integer)')
    await settingsClient.query(`alter system set synchronous_standby_names = 'nobody'`)
    await settingsClient.end()
    // After its next start, all commits of this server wait for a standby that does not exist.
    await server.halt('orderly')
    await server.resume()
    const { db, close } = openDatabase({ url: server.url, poolSize: 1 })
    const admin = new pg.Client({ connectionString: server.url })
    await admin.connect()

    const committing = errorOf(
      db.transaction().execute((trx) => sql`insert into far values (1)`.execute(trx)),
    )
    const waiting = `from pg_stat_activity where wait_event = 'SyncRep'`
    await expect.poll(async () => (await admin.query(`select 1 ${waiting}`)).rowCount).toBe(1)
    await admin.query(`select pg_cancel_backend(pid) ${waiting}`)
    const error = await committing
    await close()
    await admin.end()
    await server.stop()

    expect(isOutcomeUnknown(error)).toBe(true)
  })

  test('closes a connection at its idle timeout, and nothing waits behind it', async () => {
    await using setup = await openWithProxy({ responseTimeoutMs: 1000 })
    const { db, admin } = setup
    await admin.query('select pg_advisory_lock(2)')

    const error = await errorOf(
      db.transaction().execute((trx) => sql`select pg_advisory_xact_lock(2)`.execute(trx)),
    )

    expect(isUnavailable(error)).toBe(true)
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
    await admin.query('select pg_advisory_unlock(2)')
  })
})
