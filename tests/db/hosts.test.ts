import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { isUnavailable } from '#db/failures.ts'
import { hostUrlsOf, requiresWriter } from '#db/postgres/hosts.ts'
import { dialect, freshDatabase } from '../support/database.ts'

test('a database URL may name several hosts', () => {
  expect(hostUrlsOf('postgres://ada:x%40y@one:5432,two:6432/incasso?sslmode=require')).toEqual([
    'postgres://ada:x%40y@one:5432/incasso?sslmode=require',
    'postgres://ada:x%40y@two:6432/incasso?sslmode=require',
  ])
  expect(hostUrlsOf('postgresql://one,two/incasso')).toHaveLength(2)
  const singleHostUrl = 'postgres://ada:a,b@one/incasso?options=a,b'
  expect(hostUrlsOf(singleHostUrl)).toEqual([singleHostUrl])
  expect(hostUrlsOf('file:./data/a,b.db')).toEqual(['file:./data/a,b.db'])
})

test('target_session_attrs defines whether the host must accept writes', () => {
  expect(requiresWriter('postgres://a,b/x?target_session_attrs=read-write')).toBe(true)
  expect(requiresWriter('postgres://a,b/x?sslmode=require&target_session_attrs=primary')).toBe(true)
  expect(requiresWriter('postgres://a,b/x?target_session_attrs=any')).toBe(false)
  expect(requiresWriter('postgres://a,b/x')).toBe(false)
})

describe.runIf(dialect === 'postgres')('a URL with several hosts', () => {
  const CLOSED_PORT = '127.0.0.1:1'

  /** Creates a database, and returns its URL with two hosts, of which the first does not exist. */
  async function startHosts() {
    const fresh = await freshDatabase({ isMigrated: false })
    const { host, pathname } = new URL(fresh.url)
    const url = fresh.url.replace(host, `${CLOSED_PORT},${host}`)
    const admin = new pg.Client({ connectionString: fresh.url.replace(pathname, '/postgres') })
    await admin.connect()
    return {
      url: `${url}?target_session_attrs=read-write`,
      takeWrites: (isTaking: boolean) =>
        admin.query(
          `alter database ${pathname.slice(1)} set default_transaction_read_only = ${isTaking ? 'off' : 'on'}`,
        ),
      [Symbol.asyncDispose]: async () => {
        await admin.end()
        await fresh.remove()
      },
    }
  }

  test('connects to the host that accepts writes', async () => {
    await using cluster = await startHosts()
    const { db, close } = openDatabase({ url: cluster.url })

    await sql`create table written (id integer)`.execute(db)
    await sql`insert into written values (1)`.execute(db)

    expect((await sql`select * from written`.execute(db)).rows).toEqual([{ id: 1 }])
    await close()
  })

  test('gives a retryable error while no host accepts writes, and works afterwards', async () => {
    await using cluster = await startHosts()
    const { db, close } = openDatabase({ url: cluster.url })
    await cluster.takeWrites(false)

    const refused = await sql`select 1`.execute(db).catch((error: unknown) => error)
    await cluster.takeWrites(true)

    expect(refused).toMatchObject({ message: expect.stringContaining('none of the hosts') })
    expect(isUnavailable(refused)).toBe(true)
    await sql`select 1`.execute(db)
    await close()
  })

  test('does not reuse a connection to a host that no longer accepts writes', async () => {
    await using cluster = await startHosts()
    const { db, close } = openDatabase({ url: cluster.url, poolSize: 1 })
    await sql`create table written (id integer)`.execute(db)
    await sql`set default_transaction_read_only = on`.execute(db)

    const refused = await sql`insert into written values (1)`
      .execute(db)
      .catch((error: unknown) => error)

    expect(isUnavailable(refused)).toBe(true)
    await sql`insert into written values (1)`.execute(db)
    await close()
  })
})
